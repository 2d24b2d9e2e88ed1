"""The rules of games as earlier versions of this program had them, for copies to bring back."""

from typing import Final

EARLIER: Final = frozenset(
    {
        # six-to-ten, the contract games, basic-rummy, rummy-wild, shanghai-rum, other scores
        "9d4be79ac298bb27f339df847f728933660028daf95de3934980b725dc9f62cf",
        "214fc356a4ed6a81946d88de996e3188df6b9cd8422952207b4162a24697f202",
        "3417141a931310c739fae59b03ca91648bffbac6c8a5ffc9962e7f6ea8c73f0a",
        "f6cff5e04f131470250aa725d49768ed4fdcac3518e328d9c5bfbb2771c08597",
        "d91d4469149987e970e4ac415639c6081b79fa7ceed5453614fe71c1ae73fda8",
        "648d964380d047960b18cf7ee454af3456301c14d8bee227ac92eb3dff3be909",
        "0d70dd043bc61188d9b5502326e4f8c95a5f2b3d4b8366db4ed933ba48e55169",
        "40886c7f9c622a4f39232fe0b259aa7735b3a5007d68f3c866fb3683a0b0f61c",
    }
)
"""The digests of their definitions: a game file that changes adds here what it was before."""
