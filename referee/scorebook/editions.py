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
        # the same before their rules were worded from their values
        "e1d5e9f5b3dbd1fdd5a25b571b94ef84d5646a78441d8cf8087ec652a563bc45",
        "c051f2ca4aff8f918c1ad6a4a6103da4f6d0592491cc2ec5e09bca820965ec6c",
        "56ef41535751ae1316907603c1bcc10b6db30da3b2aebaa744492fd8a909a1c9",
        "27a0cd5624332c652f186b21df011f36a49631f2c195f301f70d8903deb2cf3f",
        "b32b2fdfa7d57cb9eaf1abeb017c96508f7230360011f9c895e85ad9668495b2",
        "3fb88c415a92ad2eee3190e4ca8735525f30a38876a87d43df768063f52060df",
        "485d91ca2c629e56a6546a8c6c18a38a183e418294ac3c8760a49c75d39c2c35",
        "062daf0926bd877c14f9ca5397b2d209635154a04d509db0ec7efd6627f059aa",
    }
)
"""The digests of their definitions: a game file that changes adds here what it was before."""
