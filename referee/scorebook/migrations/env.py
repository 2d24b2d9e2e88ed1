"""Run by Alembic to change the tables of the current app's score book, all or nothing."""

from alembic import context

from referee.scorebook.models import db

with db.engine.connect() as connection:
    context.configure(
        connection=connection,
        target_metadata=db.metadata,
        render_as_batch=True,
        # SQLite undoes changes of tables too, for the transaction is begun by ourselves.
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()
