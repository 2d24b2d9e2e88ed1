"""Blocks on faces: whatever they are, enough faces hold them all, each once and in order."""

from hypothesis import given
from hypothesis import strategies as st

from referee.printing.blocks import Block, balanced

KINDS = ("heading", "item", "contract", "paragraph", "table", "chart")

LOW = 52.1
"""Millimetres of the lowest face; further ones may be higher or lower than the first."""

blocks = st.builds(
    lambda kind, height, keeps: Block(
        kind=kind, height=height, text=kind, keeps=keeps or kind == "heading"
    ),
    st.sampled_from(KINDS),
    st.sampled_from((5.7, 11.77, 20.3, 40.33, LOW, 67.03, 80.1)),
    st.booleans(),
)


@given(
    st.lists(blocks, min_size=1, max_size=12),
    st.sampled_from((LOW, 60.7, 67.03)),
    st.sampled_from((LOW, 67.03)),
    st.sampled_from((1, 2)),
)
def test_enough_faces_hold_all_blocks(
    made: list[Block], first: float, further: float, columns: int
) -> None:
    rooms = [first] * columns + [further] * columns * (2 * len(made) + 1)
    filled = balanced(made, rooms, alone=True)
    shown = [block for face in filled for block in face]
    assert [block for block in shown if block in made] == made
