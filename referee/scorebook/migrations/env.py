"""Run by Alembic to change the tables of the current app's score book, all or nothing."""

from alembic import context

from referee.scorebook.models import db
from referee.scorebook.storage import begin

with db.engine.begin() as connection:
    # SQLite undoes changes of tables too, for the transaction is begun by ourselves.
    begin(connection)
    context.configure(connection=connection, target_metadata=db.metadata, render_as_batch=True)
    context.run_migrations()
