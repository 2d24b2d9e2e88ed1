"""Blocks on faces: whatever they are, enough faces hold them all, each once and in order."""

from typing import cast

from hypothesis import given
from hypothesis import strategies as st

from referee.printing.blocks import Block, TextFace, Writer, balanced
from referee.printing.document import lay_out
from referee.printing.geometry import frame_of
from referee.printing.options import Orientation, PrintOptions
from referee.variants import catalogue

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
    filled = balanced(made, rooms)
    shown = [block for face in filled for block in face]
    assert [block for block in shown if block in made] == made


def test_a_long_row_has_paragraphs_of_whole_texts_and_a_short_one_is_whole() -> None:
    frame = frame_of(PrintOptions())
    write = Writer(frame, next(iter(catalogue())), None, 11)
    text = "Whoever draws a card of that rank has to show it to all others at once."
    [short] = write.rows("Draw", [text] * 3)
    assert short.parts == ()
    *long, last = write.rows("Draw", [text] * 15)
    assert {block.parts for block in long} == {("goes-on",)} and last.parts == ()
    assert {block.lead for block in (*long, last)} == {"Draw"}
    texts = [" ".join(block.text.split()) for block in (*long, last)]
    assert " ".join(texts) == " ".join([text] * 15)
    assert all(one.endswith(text) for one in texts) and 15 > len(texts) > 1


def test_rows_of_columns_beside_each_other_have_nearly_the_same_white() -> None:
    across = PrintOptions(orientation=Orientation.ACROSS)
    faces = [face for one in catalogue() for face in lay_out("card", one, across).faces]
    apart = {max(air) - min(air) for face in faces for air in [cast("TextFace", face)["air"]]}
    assert max(apart) == 1
