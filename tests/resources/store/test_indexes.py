"""What is looked up has an index: every foreign key, and the sums that the budget asks for."""

from __future__ import annotations

from sqlalchemy import text

from resources.store.session import Store

_WITHOUT_INDEX = """
SELECT k.conrelid::regclass::text || ' (' || string_agg(a.attname, ', ' ORDER BY place.n) || ')'
FROM pg_constraint k
CROSS JOIN LATERAL unnest(k.conkey) WITH ORDINALITY AS place (attnum, n)
JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = place.attnum
WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace
  AND NOT EXISTS (SELECT 1 FROM pg_index i
                  WHERE i.indrelid = k.conrelid AND i.indpred IS NULL
                    AND (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)
GROUP BY k.oid, k.conrelid
ORDER BY 1
"""


def test_every_foreign_key_has_an_index(store: Store) -> None:
    with store.session() as session:
        assert list(session.execute(text(_WITHOUT_INDEX)).scalars()) == []
