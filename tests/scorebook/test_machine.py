"""Any sequence of entries against the plain model: a fixed share; `tests/proof` runs for longer."""

from hypothesis import settings

from tests.scorebook.machine import TableMachine

TestTable = TableMachine.TestCase
TestTable.settings = settings(
    max_examples=40, stateful_step_count=30, deadline=None, derandomize=True, database=None
)
