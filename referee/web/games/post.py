"""The form behind a single button."""

from flask_wtf import FlaskForm
from wtforms import HiddenField
from wtforms.validators import InputRequired, Length, Regexp

from referee.web.limits import KEY_LENGTH
from referee.web.parsing import parse_whole
from referee.web.words import says


class KeyForm(FlaskForm):  # type: ignore[misc]  # flask_wtf ships no types
    """A key that makes what the button does happen once, however often it is pressed."""

    key = HiddenField(
        validators=[InputRequired(says("form.key")), Length(8, KEY_LENGTH, says("form.key"))]
    )


class ChangeForm(KeyForm):
    """A key, and the number of the last entry that the writer had seen."""

    base = HiddenField(validators=[Regexp(r"[0-9]{1,8}\Z", message=says("form.key"))])

    def seen(self) -> int:
        """The number of the last entry that the writer had seen."""
        return parse_whole(str(self.base.data)) or 0
