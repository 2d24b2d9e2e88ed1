"""What a process imports and reads before servers are forked from it; imported for its effect."""

import tempfile
from pathlib import Path

import referee.serve as serve
from tests.sites import site_in

__all__ = ["serve"]

with tempfile.TemporaryDirectory() as folder:
    # A site that was begun has read all that is read once in a process.
    site = site_in(Path(folder))
    for template in site.jinja_env.list_templates():
        site.jinja_env.get_template(template)
