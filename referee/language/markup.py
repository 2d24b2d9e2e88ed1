"""Sentences in templates."""

from jinja2 import Environment
from markupsafe import Markup, escape

from referee.language.catalogue import Value, in_use, listed, say


def settle_templates(environment: Environment) -> None:
    """Give templates `say`, `say_html`, `listed` and `language`, the name of that in use."""
    environment.globals.update(
        say=say, say_html=say_html, listed=listed, language=lambda: in_use().language
    )


def say_html(id: str, /, **values: Value) -> Markup:
    """What a message with tags such as `<b>` says; whatever its values hold is text."""
    return Markup(say(id, **{name: _escaped(value) for name, value in values.items()}))


def _escaped(value: Value) -> Value:
    if isinstance(value, str):
        return str(escape(value))
    return tuple(map(_escaped, value)) if isinstance(value, tuple) else value
