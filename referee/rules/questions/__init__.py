"""The questions of a case, each declared with the function that answers it.

That reads the fields, asks the rules, and gives the ruling. The forms of the desk and the
description of the interface for programs are made from the declarations.
"""

# Importing declares, in the order in which players are shown the questions.
from referee.rules.questions import melds as melds
from referee.rules.questions import play as play
from referee.rules.questions import score as score
from referee.rules.questions import scores as scores
from referee.rules.questions import showdown as showdown
from referee.rules.questions.shared import players_faults as players_faults
