"""The ledger of paid calls in PostgreSQL: `model_calls` is cache and account in one."""

from __future__ import annotations

from time import monotonic

from sqlalchemy import func, or_
from sqlmodel import col, select

from resources.calls.base import ModelCall
from resources.calls.ledger import Spent
from resources.store.reading import save_calls
from resources.store.session import Store
from resources.store.tables import ModelCallRow, QuestionRow

_SUMS_STAND = 1.0  # seconds


class StoreLedger:
    """The ledger in PostgreSQL; every call is a transaction of its own, so that no crash can lose one."""

    def __init__(self, store: Store, question_id: str | None = None, run_id: str | None = None) -> None:
        self._store = store
        self._question_id = question_id
        self._run_id = run_id
        self._question_stands = False
        self._spent = Spent()
        self._summed_at: float | None = None

    def find(self, key: str) -> ModelCall | None:
        """The answered call of a key, byte for byte as it came."""
        with self._store.session() as session:
            row = session.get(ModelCallRow, key)
        return ModelCall.model_validate(row.model_dump()) if row is not None else None

    def find_part(self, key: str, part_key: str) -> ModelCall | None:
        """The call of the key; else of those with the part the first, so that a replay reads the same."""
        row = ModelCallRow
        wanted = col(row.cache_key) == key
        if part_key:
            wanted = or_(wanted, col(row.part_key) == part_key)
        order = (col(row.cache_key) != key, col(row.created_at), col(row.cache_key))
        with self._store.session() as session:
            found = session.exec(select(row).where(wanted).order_by(*order).limit(1)).first()
        return ModelCall.model_validate(found.model_dump()) if found is not None else None

    def record(self, call: ModelCall) -> Spent:
        """Insert the call once; what others paid meanwhile is in the sums within a second."""
        with self._store.session() as session:
            if self._question_id and not self._question_stands:
                self._question_stands = session.get(QuestionRow, self._question_id) is not None
            known = self._question_id if self._question_stands else None
            added = save_calls(session, [call], known, self._run_id)  # type: ignore[arg-type]
        if self._summed_at is None or monotonic() - self._summed_at > _SUMS_STAND:
            return self.spent()
        if added:
            self._spent = self._spent.plus(call)
        return self._spent

    def spent(self) -> Spent:
        """Sums over the question's calls and over today's, as they stand in the store."""
        self._summed_at = monotonic()
        today = func.date_trunc("day", func.now(), "UTC")
        row = ModelCallRow
        price = func.coalesce(func.sum(row.price), 0.0)
        tokens = func.coalesce(func.sum(col(row.prompt_tokens) + col(row.output_tokens)), 0)
        asked = select(func.count(), tokens, price).where(col(row.question_id) == self._question_id)
        with self._store.session() as session:
            calls, total, usd = session.exec(asked).one()
            day = session.exec(select(price).where(col(row.created_at) >= today)).one()
        self._spent = Spent(int(calls), int(total), float(usd), float(day))
        return self._spent
