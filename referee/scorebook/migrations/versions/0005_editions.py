"""Definitions of the first edition are stored as those of the second, with the same values."""

import sqlalchemy as sa
from alembic import op

from referee.scorebook.first_edition import second_edition
from referee.scorebook.repository import digest_of

revision = "0005"
down_revision = "0004"

EDITION = sa.table("edition", sa.column("digest"), sa.column("definition", sa.JSON))
GAME = sa.table("game", sa.column("edition"), sa.column("variant_id"))


def upgrade() -> None:
    """Put the new definition in the place of the old one, for each game that has one."""
    connection = op.get_bind()
    kept = {row.digest: row.definition for row in connection.execute(sa.select(EDITION))}
    used = connection.execute(sa.select(GAME.c.edition, GAME.c.variant_id).distinct()).all()
    before = [(old, id) for old, id in used if "edition" not in kept[old]]
    for old, id in before:
        after = second_edition(kept[old], id)
        new = digest_of(after)
        if new not in kept:
            connection.execute(sa.insert(EDITION).values(digest=new, definition=after))
            kept[new] = after
        theirs = (GAME.c.edition == old) & (GAME.c.variant_id == id)
        connection.execute(sa.update(GAME).where(theirs).values(edition=new))
    gone = EDITION.c.digest.in_({old for old, _ in before})
    connection.execute(sa.delete(EDITION).where(gone))


def downgrade() -> None:
    """Leave them: the version before reads both editions."""
