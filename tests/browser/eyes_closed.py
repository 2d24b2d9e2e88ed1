"""A player who presses keys alone and hears what Chromium’s accessibility tree has to say.

An utterance is the title of a page that opens, a control that the focus comes to, with its role
and its state, another state of it, or a live region that changes. Keys typed into a field are not
counted: screen readers let their echo be switched off.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import CDPSession, Page, expect

from referee.variants import catalogue

GAME = min((game for game in catalogue() if game.deals), key=lambda game: len(game.deals))
NAMES = ("Ann", "Bob", "Cleo", "Dave")[: GAME.players.most]
MOST_FOR_A_DEAL = 12
_MOST_TABS = 80
Nodes = Mapping[str, Mapping[str, Any]]
_REPLACED = r"""window.replaced = [];
new MutationObserver((changes) => {
  for (const { removedNodes, target } of changes) {
    const live = removedNodes.length && target.closest?.("[role=status], [role=alert]");
    if (live) window.replaced.push(live.textContent.replace(/\s+/g, ""));
  }
}).observe(document, { childList: true, subtree: true });"""
"""Keeps what live regions came to say on a page before anybody listens to it: that may be late."""


@dataclass(slots=True)
class Listener:
    """What presses keys on a page, and `heard` what was said of them."""

    page: Page
    heard: list[str] = field(default_factory=list)
    _tree: CDPSession = field(init=False)
    _document: int = 0
    _focus: tuple[int, str] = (0, "")
    _live: dict[int, tuple[tuple[int, str], ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._tree = self.page.context.new_cdp_session(self.page)
        self.page.add_init_script(_REPLACED)

    def open(self, address: str) -> None:
        self.page.goto(address)
        self.listen()

    def press(self, *keys: str) -> None:
        """Press keys one after another, and listen after each."""
        for key in keys:
            self.page.keyboard.press(key)
            self.listen()

    def follow(self, key: str, pattern: str) -> None:
        """Press a key that leads to another page, and listen there."""
        self.page.keyboard.press(key)
        self.page.wait_for_url(pattern)
        self.page.wait_for_load_state()
        self.listen()

    def tab_to(self, name: str) -> None:
        """Press Tab until the focus is on a control of that name."""
        for _ in range(_MOST_TABS):
            self.press("Tab")
            if name in self._focus[1]:
                return
        raise AssertionError(f"No Tab leads to “{name}”, only to: {self.heard[-_MOST_TABS:]}")

    def to_main(self) -> None:
        """Skip what stands above every page."""
        self.press("Tab", "Enter")

    def wait_to_hear(self, text: str) -> None:
        """Listen until a text is said."""
        expect(self.page.get_by_role("status").filter(has_text=text)).to_have_count(1)
        for _ in range(400):
            if any(text in said for said in self.heard):
                return
            self.page.wait_for_timeout(50)
            self.listen()
        raise AssertionError(f"“{text}” isn’t said, only: {self.heard}")

    def listen(self) -> None:
        """Hear what is said since the last time."""
        nodes = {
            node["nodeId"]: node
            for node in self._tree.send("Accessibility.getFullAXTree")["nodes"]
            if not node["ignored"] or node.get("childIds")
        }
        root = next(iter(nodes.values()))
        opened = root["backendDOMNodeId"] != self._document
        self._document = root["backendDOMNodeId"]
        if opened:
            self.heard.append(_name(root))
        for node in nodes.values():
            if _properties(node).get("focused") and node is not root:
                focus = (node["backendDOMNodeId"], _spoken(node, nodes))
                if focus != self._focus:
                    self.heard.append(focus[1])
                self._focus = focus
        live = {
            node["backendDOMNodeId"]: tuple(_texts(node, nodes))
            for node in nodes.values()
            if _properties(node).get("live") in ("polite", "assertive")
            and _role(node) != "StaticText"
        }
        late = self.page.evaluate("window.replaced ?? []") if opened else []
        for node_id, texts in live.items():
            said = " ".join(text for _, text in texts)
            before = self._live.get(node_id)
            changed = "".join(said.split()) in late if opened else texts != before
            if texts and changed:
                self.heard.append(said)
        self._live = live


def _role(node: Mapping[str, Any]) -> str:
    return str(node.get("role", {}).get("value", ""))


def _name(node: Mapping[str, Any]) -> str:
    return str(node.get("name", {}).get("value", ""))


def _properties(node: Mapping[str, Any]) -> dict[str, Any]:
    return {each["name"]: each["value"].get("value") for each in node.get("properties", ())}


def _spoken(node: Mapping[str, Any], nodes: Nodes) -> str:
    """Name, role and state of a control, after the question that it answers."""
    has = _properties(node)
    groups = [_name(above) for above in _above(node, nodes) if _role(above) == "group"]
    states = [
        f"{name} {has[name]}"
        for name in ("checked", "expanded", "invalid")
        if has.get(name) not in (None, "false")
    ]
    return ", ".join((*filter(None, groups[:1]), _name(node), _role(node), *states))


def _above(node: Mapping[str, Any], nodes: Nodes) -> Iterator[Mapping[str, Any]]:
    while node := nodes.get(node.get("parentId", ""), {}):
        yield node


def _texts(node: Mapping[str, Any], nodes: Nodes) -> Iterator[tuple[int, str]]:
    """The texts within a node, each with the number of its place in the document."""
    if _role(node) == "StaticText" and _name(node).strip():
        yield node["backendDOMNodeId"], _name(node)
    for child in node.get("childIds", ()):
        if child in nodes:
            yield from _texts(nodes[child], nodes)


def start_game(listener: Listener, url: str) -> str:
    """Start a game from the first page; the address of its table."""
    listener.open(url)
    listener.tab_to("New game")
    listener.follow("Enter", "**/games/new")
    listener.tab_to(GAME.name)
    listener.follow("Enter", f"**/games/new/{GAME.id}")
    for seat, name in enumerate(NAMES):
        listener.tab_to(f"Player {seat + 1}, ")
        listener.page.keyboard.type(name)
    listener.tab_to("Start the game")
    listener.page.keyboard.press("Enter")
    expect(listener.page.get_by_role("link", name="Enter deal 1")).to_be_visible()
    listener.listen()
    return listener.page.url


def write_deal(listener: Listener, table: str, deal: int) -> list[str]:
    """Write a deal that Ann went out in; what was said from its form on until it was saved."""
    listener.to_main()
    listener.tab_to(f"Enter deal {deal}")
    before = len(listener.heard)
    listener.follow("Enter", f"{table}/deals/{deal}")
    listener.to_main()
    listener.press("Tab", "Space", "Tab")
    for place, points in enumerate(("20", "15", "5")[: len(NAMES) - 1]):
        listener.press(*points)
        if place < len(NAMES) - 2:
            listener.press("Enter")
    listener.follow("Enter", f"{table}")
    listener.wait_to_hear(f"Deal {deal} saved")
    return listener.heard[before:]
