"""Sheets of paper: what can be printed, the PDF file, and the print view without one."""

from referee.web.prints.views import blueprint as blueprint
