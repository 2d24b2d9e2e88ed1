"""The server program: uvicorn, with limits that let no address keep a table waiting."""

from referee.server.supervisor import run as run
