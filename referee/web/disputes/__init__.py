"""The dispute desk: a question about cards, its verdict and every reason."""

from referee.web.disputes.views import blueprint as blueprint
