"""Short matches at a real server."""

from tests.kit.serving import SHORT, AtTable, Browser


def a_match_of(address: str, *names: str, **fields: str) -> tuple[str, list[Browser]]:
    """A short match of these people, each in a browser of their own; the first is the host."""
    people = [Browser(address) for _ in names]
    table = people[0].open_table("me", *["open"] * (len(names) - 1), **(SHORT | {"name": names[0]} | fields))
    for browser, name in zip(people[1:], names[1:], strict=True):
        assert browser.sit(table, name).status == 303
    with people[0].at(table) as host:
        host.say(type="start")
        host.wait_for_frame(lambda frame: frame.get("choices"))
    return table, people


def level_with(*players: AtTable) -> None:
    """Until each has the frame of the last move."""
    last = max(player.frame["seq"] for player in players)
    for player in players:
        player.wait_for_frame(lambda frame: frame["seq"] >= last)


def play_together(*players: AtTable, decisions: int = 1000) -> None:
    """People only: whoever is asked decides, so many times or to the end."""
    for _ in range(decisions):
        level_with(*players)
        if players[0].frame.get("over"):
            break
        next(player for player in players if player.options).play()


def finished(address: str) -> tuple[Browser, str]:
    ann = Browser(address)
    table = ann.open_table("me", "random", name="Ann", **SHORT)
    with ann.at(table) as me:
        me.play_to_the_end()
    return ann, table
