"""What may be done to a store, drawn at random, and the clean build that it must equal."""

from __future__ import annotations

import uuid
from typing import ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
)

from assets.steps.removal import remove_subject, restore_subject, retract_paper, unretract_paper
from bench.sites import Paper, Site, Sites, trial
from resources.store.aliases import add_alias, revoke_alias
from resources.store.reading import put_in_force
from resources.store.reviews import save_review


class Changes(RuleBasedStateMachine):
    """What is done to one store of those that `make` makes, and what a clean build needs to know of it."""

    make: ClassVar[Sites]

    def __init__(self) -> None:
        super().__init__()
        self.papers: dict[int, Paper] = {}
        self.retracted: set[int] = set()
        self.removed: set[int] = set()
        self.rejected: set[int] = set()
        self.linked = self.unread = self.other = self.other_seen = False

    @initialize(first=st.sets(st.integers(0, 7), min_size=2, max_size=4))
    def begin(self, first: set[int]) -> None:
        self.site = self.make()
        self.papers = {number: trial(number) for number in first}
        self.seen = set(first)
        self.site.ask(self.papers)

    def ask(self) -> None:
        self.site.ask(self.papers)
        self.unread = False

    def change_papers(self, at_once: bool) -> None:
        """Papers were changed: they are read at once, or with what is done next."""
        self.unread = True
        if at_once:
            self.ask()

    def before_decision(self) -> None:
        """People decide on what is stored."""
        if self.unread:
            self.ask()

    @rule(number=st.integers(0, 7), at_once=st.booleans())
    def add(self, number: int, at_once: bool) -> None:
        self.papers[number] = trial(number)
        self.seen.add(number)
        self.change_papers(at_once)

    @rule(number=st.integers(0, 7), at_once=st.booleans())
    def alter(self, number: int, at_once: bool) -> None:
        if number in self.papers and number not in self.rejected:
            self.papers[number] = trial(number, altered=True)
            self.change_papers(at_once)

    @rule(number=st.integers(0, 7), at_once=st.booleans())
    def take_out(self, number: int, at_once: bool) -> None:
        if len(self.papers) > 1 and number in self.papers:
            del self.papers[number]
            self.change_papers(at_once)

    @rule(number=st.integers(0, 7))
    def retract_or_restore(self, number: int) -> None:
        if number in self.seen:
            self.before_decision()
            self.retracted ^= {number}
            retract(self.site, number, number in self.retracted)

    @rule(number=st.integers(0, 7))
    def remove_or_restore(self, number: int) -> None:
        if number in self.seen:
            self.before_decision()
            self.removed ^= {number}
            do = remove_subject if number in self.removed else restore_subject
            do(self.site.bench, "paper", paper_id(number), "a machine", "")

    @rule(number=st.integers(0, 7))
    def reject_or_undo(self, number: int) -> None:
        if number in self.papers and self.papers[number] == trial(number):
            self.before_decision()
            self.rejected ^= {number}
            review(self.site, number, "reject" if number in self.rejected else "undo")

    @rule()
    def link_or_part(self) -> None:
        self.before_decision()
        if alias(self.site, self.linked):
            self.linked = not self.linked

    @rule()
    def ask_or_remove_the_other_question(self) -> None:
        self.before_decision()
        self.other = not self.other
        other = self.site.other.question_id
        if not self.other:
            remove_subject(self.site.bench, "question", other, "a machine", "")
        elif self.other_seen:
            restore_subject(self.site.bench, "question", other, "a machine", "")
        if self.other:
            self.site.ask_other()
            self.other_seen = True

    @precondition(lambda self: bool(self.papers))
    @rule(at_once=st.booleans())
    def change_rules(self, at_once: bool) -> None:
        with self.site.bench.store.session() as session:
            put_in_force(session, f"other {uuid.uuid4().hex[:8]}", "run")
        self.change_papers(at_once)

    def teardown(self) -> None:
        if not self.papers:
            return
        if self.unread:
            self.ask()
        follow(self.site, self.papers, self.other)
        clean = self.make()
        # Decisions are on what is stored: all that was ever seen is read, then only what stands.
        clean.ask({n: self.papers.get(n, trial(n)) for n in self.seen})
        for number in sorted(self.retracted):
            retract(clean, number, True)
        for number in sorted(self.rejected):
            review(clean, number, "reject")
        for number in sorted(self.removed):
            remove_subject(clean.bench, "paper", paper_id(number), "a machine", "")
        if self.linked:
            alias(clean, False)
        if self.other:
            clean.ask_other()
        clean.ask(self.papers)
        follow(clean, self.papers, self.other)
        found, expected = self.site.state(), clean.state()
        differ = [part for part in expected if found[part] != expected[part]]
        assert not differ, f"{', '.join(differ)} differ from a clean build"
        self.make.give_back(self.site)
        self.make.give_back(clean)


def machine(make: Sites) -> type[Changes]:
    """The state machine over sites that `make` makes."""
    return type("Incremental", (Changes,), {"make": make})


def follow(site: Site, papers: dict[int, Paper], other: bool) -> None:
    """Ask what the change log says is touched, until nothing is; AssertionError where that does not end."""
    for _ in range(4):
        touched = [site.touched(site.question), other and site.touched(site.other)]
        if touched[0]:
            site.ask(papers)
        if touched[1]:
            site.ask_other()
        if not any(touched):
            return
    raise AssertionError("the two questions touch each other without end")


def paper_id(number: int) -> str:
    """The id of a paper in the store."""
    return f"pmid:{trial(number)['pmid']}"


def retract(site: Site, number: int, gone: bool) -> None:
    """Note that a paper is retracted, or take it back."""
    do = retract_paper if gone else unretract_paper
    do(site.bench, paper_id(number), "a machine", "as drawn")


def review(site: Site, number: int, decision: str) -> None:
    """Decide on the edges of a paper."""
    found = site.rows(
        "SELECT e.id, r.decision FROM edges e JOIN passages p USING (passage_id) LEFT JOIN standing_reviews r"
        " ON r.subject_type = 'edge' AND r.subject_id = e.id WHERE p.paper_id = :p ORDER BY e.id",
        p=paper_id(number),
    )
    with site.bench.store.session() as session:
        for row in found:
            if decision == "reject" or row["decision"] == "reject":
                save_review(session, "edge", row["id"], decision, "a machine", "")


def alias(site: Site, linked: bool) -> bool:
    """Link two names by hand, or part them; False where one of them is not stored."""
    named = site.rows("SELECT id FROM nodes WHERE canonical_name IN ('stroke', 'af') AND type = 'Outcome'")
    if len(named) < 2:
        return False
    with site.bench.store.session() as session:
        (revoke_alias if linked else add_alias)(session, "stroke", "AF", "a machine", "")
    return True
