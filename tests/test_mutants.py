"""The faults of `./run proof mutants` can still be put into the code as it is now."""

from tests.proof.mutants import MUTANTS, ROOT, places_of


def test_every_fault_has_its_one_place() -> None:
    assert [mutant.name for mutant in MUTANTS if len(places_of(mutant, ROOT)) != 1] == []
