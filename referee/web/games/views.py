"""The part of the site for games, and how often one address may start or guess at one."""

from typing import Final

from flask import Blueprint

from referee.web.limits import GUESSES_PER_MINUTE, STARTS_PER_MINUTE
from referee.web.rate_limit import RateLimit

blueprint: Final = Blueprint("games", __name__)
starts: Final = RateLimit(STARTS_PER_MINUTE)
guesses: Final = RateLimit(GUESSES_PER_MINUTE)
