"""The tables."""

import sqlalchemy as sa
from alembic import op
from pgvector.sqlalchemy import Vector
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make every table with its keys, checks and indexes."""
    op.create_table(
        "change_log",
        sa.Column("seq", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("transaction_id", sa.BigInteger(), nullable=False),
        sa.Column("table_name", sa.Text(), server_default="", nullable=False),
        sa.Column("row_id", sa.Text(), server_default="", nullable=False),
        sa.Column("operation", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "node_ids", postgresql.ARRAY(sa.Text()), server_default=sa.text("'{}'::text[]"), nullable=False
        ),
        sa.Column("paper_id", sa.Text(), nullable=True),
        sa.Column(
            "at", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False
        ),
        sa.PrimaryKeyConstraint("seq"),
    )
    op.create_index(op.f("ix_change_log_transaction_id"), "change_log", ["transaction_id"], unique=False)
    op.create_table(
        "node_types",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("domain", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "papers",
        sa.Column("paper_id", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), server_default="", nullable=False),
        sa.Column("title_key", sa.Text(), nullable=False),
        sa.Column("abstract", sa.Text(), server_default="", nullable=False),
        sa.Column("year", sa.Integer(), nullable=True),
        sa.Column("venue", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "authors", postgresql.ARRAY(sa.Text()), server_default=sa.text("'{}'::text[]"), nullable=False
        ),
        sa.Column("pmid", sa.Text(), nullable=True),
        sa.Column("pmcid", sa.Text(), nullable=True),
        sa.Column("doi", sa.Text(), nullable=True),
        sa.Column("arxiv_id", sa.Text(), nullable=True),
        sa.Column(
            "publication_types",
            postgresql.ARRAY(sa.Text()),
            server_default=sa.text("'{}'::text[]"),
            nullable=False,
        ),
        sa.Column(
            "mesh_terms", postgresql.ARRAY(sa.Text()), server_default=sa.text("'{}'::text[]"), nullable=False
        ),
        sa.Column("language", sa.Text(), nullable=True),
        sa.Column(
            "sections",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'[]'::jsonb"),
            nullable=False,
        ),
        sa.Column("retraction_status", sa.Text(), server_default="unknown", nullable=False),
        sa.Column("source", sa.Text(), server_default="", nullable=False),
        sa.Column("record_id", sa.Text(), server_default="", nullable=False),
        sa.Column("demonstration", sa.Boolean(), nullable=False),
        sa.Column("content_hash", sa.Text(), server_default="", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "retraction_status IN ('unknown', 'none', 'corrected', 'concern', 'retracted')",
            name="papers_retraction_status",
        ),
        sa.PrimaryKeyConstraint("paper_id"),
        sa.UniqueConstraint("arxiv_id"),
        sa.UniqueConstraint("doi"),
        sa.UniqueConstraint("pmcid"),
        sa.UniqueConstraint("pmid"),
    )
    op.create_index(op.f("ix_papers_title_key"), "papers", ["title_key"], unique=False)
    op.create_index(op.f("ix_papers_year"), "papers", ["year"], unique=False)
    op.create_table(
        "questions",
        sa.Column("question_id", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), server_default="", nullable=False),
        sa.Column("kind", sa.Text(), server_default="", nullable=False),
        sa.Column("domain", sa.Text(), server_default="", nullable=False),
        sa.Column("intervention", sa.Text(), server_default="", nullable=False),
        sa.Column("comparator", sa.Text(), nullable=True),
        sa.Column("outcome", sa.Text(), server_default="", nullable=False),
        sa.Column("population", sa.Text(), nullable=True),
        sa.Column(
            "conditions",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'[]'::jsonb"),
            nullable=False,
        ),
        sa.Column("expected_direction", sa.Text(), nullable=True),
        sa.Column("outcome_polarity", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "options", postgresql.ARRAY(sa.Text()), server_default=sa.text("'{}'::text[]"), nullable=False
        ),
        sa.Column(
            "sources", postgresql.ARRAY(sa.Text()), server_default=sa.text("'{}'::text[]"), nullable=False
        ),
        sa.Column(
            "documents", postgresql.ARRAY(sa.Text()), server_default=sa.text("'{}'::text[]"), nullable=False
        ),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("settled_inputs", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("question_id"),
    )
    op.create_table(
        "relation_types",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("domain", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "reviews",
        sa.Column("review_id", sa.Text(), nullable=False),
        sa.Column("subject_type", sa.Text(), server_default="", nullable=False),
        sa.Column("subject_id", sa.Text(), nullable=False),
        sa.Column("decision", sa.Text(), server_default="", nullable=False),
        sa.Column("reviewer", sa.Text(), server_default="", nullable=False),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.Column("supersedes", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["supersedes"],
            ["reviews.review_id"],
        ),
        sa.PrimaryKeyConstraint("review_id"),
    )
    op.create_index(op.f("ix_reviews_subject_id"), "reviews", ["subject_id"], unique=False)
    op.create_index(op.f("ix_reviews_supersedes"), "reviews", ["supersedes"], unique=False)
    op.create_table(
        "studies",
        sa.Column("study_id", sa.Text(), nullable=False),
        sa.Column(
            "registration_ids",
            postgresql.ARRAY(sa.Text()),
            server_default=sa.text("'{}'::text[]"),
            nullable=False,
        ),
        sa.Column("label", sa.Text(), server_default="", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("study_id"),
    )
    op.create_table(
        "watermarks",
        sa.Column("consumer", sa.Text(), nullable=False),
        sa.Column("transaction_id", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("consumer"),
    )
    op.create_table(
        "extractions",
        sa.Column("extraction_id", sa.Text(), nullable=False),
        sa.Column("paper_id", sa.Text(), nullable=False),
        sa.Column("engine", sa.Text(), server_default="", nullable=False),
        sa.Column("engine_version", sa.Text(), server_default="", nullable=False),
        sa.Column("mode", sa.Text(), server_default="normal", nullable=False),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column(
            "notes", postgresql.ARRAY(sa.Text()), server_default=sa.text("'{}'::text[]"), nullable=False
        ),
        sa.Column(
            "facts",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'{}'::jsonb"),
            nullable=False,
        ),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["paper_id"],
            ["papers.paper_id"],
        ),
        sa.PrimaryKeyConstraint("extraction_id"),
    )
    op.create_index(op.f("ix_extractions_paper_id"), "extractions", ["paper_id"], unique=False)
    op.create_table(
        "insights",
        sa.Column("insight_id", sa.Text(), nullable=False),
        sa.Column("question_id", sa.Text(), nullable=False),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("text", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "path",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'[]'::jsonb"),
            nullable=False,
        ),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["question_id"],
            ["questions.question_id"],
        ),
        sa.PrimaryKeyConstraint("insight_id"),
    )
    op.create_index(op.f("ix_insights_fingerprint"), "insights", ["fingerprint"], unique=False)
    op.create_index(op.f("ix_insights_question_id"), "insights", ["question_id"], unique=False)
    op.create_table(
        "model_calls",
        sa.Column("cache_key", sa.Text(), nullable=False),
        sa.Column("provider", sa.Text(), server_default="", nullable=False),
        sa.Column("model", sa.Text(), server_default="", nullable=False),
        sa.Column("prompt_version", sa.Text(), server_default="", nullable=False),
        sa.Column("schema_version", sa.Text(), server_default="", nullable=False),
        sa.Column("input_hash", sa.Text(), server_default="", nullable=False),
        sa.Column("request", sa.Text(), server_default="", nullable=False),
        sa.Column("response", sa.Text(), server_default="", nullable=False),
        sa.Column("prompt_tokens", sa.Integer(), nullable=False),
        sa.Column("output_tokens", sa.Integer(), nullable=False),
        sa.Column("price", sa.Float(), nullable=False),
        sa.Column("latency", sa.Float(), nullable=False),
        sa.Column("retries", sa.Integer(), nullable=False),
        sa.Column("status", sa.Text(), server_default="", nullable=False),
        sa.Column("question_id", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["question_id"],
            ["questions.question_id"],
        ),
        sa.PrimaryKeyConstraint("cache_key"),
    )
    op.create_index(op.f("ix_model_calls_question_id"), "model_calls", ["question_id"], unique=False)
    op.create_table(
        "nodes",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("canonical_name", sa.Text(), server_default="", nullable=False),
        sa.Column("name", sa.Text(), server_default="", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["type"],
            ["node_types.name"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("type", "canonical_name", name="nodes_natural_key"),
    )
    op.create_index(op.f("ix_nodes_type"), "nodes", ["type"], unique=False)
    op.create_table(
        "paper_conflicts",
        sa.Column("conflict_id", sa.Text(), nullable=False),
        sa.Column("paper_id", sa.Text(), nullable=True),
        sa.Column("kind", sa.Text(), server_default="", nullable=False),
        sa.Column("detail", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "record",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'{}'::jsonb"),
            nullable=False,
        ),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["paper_id"],
            ["papers.paper_id"],
        ),
        sa.PrimaryKeyConstraint("conflict_id"),
    )
    op.create_index(op.f("ix_paper_conflicts_paper_id"), "paper_conflicts", ["paper_id"], unique=False)
    op.create_table(
        "paper_embeddings",
        sa.Column("paper_id", sa.Text(), nullable=False),
        sa.Column("embedder", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.Column("dimensions", sa.Integer(), nullable=False),
        sa.Column("raw", Vector(), nullable=False),
        sa.Column("short", Vector(), nullable=False),
        sa.Column("short_dimensions", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["paper_id"],
            ["papers.paper_id"],
        ),
        sa.PrimaryKeyConstraint("paper_id", "embedder", "content_hash"),
    )
    op.create_table(
        "passages",
        sa.Column("passage_id", sa.Text(), nullable=False),
        sa.Column("paper_id", sa.Text(), nullable=False),
        sa.Column("section_id", sa.Text(), server_default="", nullable=False),
        sa.Column("part_index", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("char_offset", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), server_default="", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["paper_id"],
            ["papers.paper_id"],
        ),
        sa.PrimaryKeyConstraint("passage_id"),
        sa.UniqueConstraint("paper_id", "section_id", "part_index", "revision", name="passages_natural_key"),
    )
    op.create_index(op.f("ix_passages_paper_id"), "passages", ["paper_id"], unique=False)
    op.create_table(
        "question_papers",
        sa.Column("question_id", sa.Text(), nullable=False),
        sa.Column("paper_id", sa.Text(), nullable=False),
        sa.Column("round_no", sa.Integer(), nullable=False),
        sa.Column("decision", sa.Text(), server_default="", nullable=False),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.Column("rank", sa.Integer(), nullable=True),
        sa.Column("score", sa.Float(), nullable=True),
        sa.Column("similarity", sa.Float(), nullable=True),
        sa.Column("lexical", sa.Float(), nullable=True),
        sa.Column("threshold", sa.Float(), nullable=True),
        sa.Column("embedder", sa.Text(), server_default="", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "decision IN ('included', 'borderline', 'excluded')", name="question_papers_decision"
        ),
        sa.ForeignKeyConstraint(
            ["paper_id"],
            ["papers.paper_id"],
        ),
        sa.ForeignKeyConstraint(
            ["question_id"],
            ["questions.question_id"],
        ),
        sa.PrimaryKeyConstraint("question_id", "paper_id"),
    )
    op.create_table(
        "retraction_signals",
        sa.Column("signal_id", sa.Text(), nullable=False),
        sa.Column("paper_id", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), server_default="", nullable=False),
        sa.Column("origin", sa.Text(), server_default="", nullable=False),
        sa.Column("noticed_on", sa.Date(), nullable=True),
        sa.Column("detail", sa.Text(), server_default="", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["paper_id"],
            ["papers.paper_id"],
        ),
        sa.PrimaryKeyConstraint("signal_id"),
        sa.UniqueConstraint("paper_id", "origin", "status", "detail", name="retraction_signals_natural_key"),
    )
    op.create_index(op.f("ix_retraction_signals_paper_id"), "retraction_signals", ["paper_id"], unique=False)
    op.create_table(
        "rounds",
        sa.Column("question_id", sa.Text(), nullable=False),
        sa.Column("round_no", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "gaps",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'[]'::jsonb"),
            nullable=False,
        ),
        sa.Column(
            "changed",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'{}'::jsonb"),
            nullable=False,
        ),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("run_id", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["question_id"],
            ["questions.question_id"],
        ),
        sa.PrimaryKeyConstraint("question_id", "round_no"),
    )
    op.create_table(
        "searches",
        sa.Column("search_id", sa.Text(), nullable=False),
        sa.Column("question_id", sa.Text(), nullable=False),
        sa.Column("round_no", sa.Integer(), nullable=False),
        sa.Column("source", sa.Text(), server_default="", nullable=False),
        sa.Column("evidence_type", sa.Text(), server_default="", nullable=False),
        sa.Column("query", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "terms", postgresql.ARRAY(sa.Text()), server_default=sa.text("'{}'::text[]"), nullable=False
        ),
        sa.Column(
            "filters",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'{}'::jsonb"),
            nullable=False,
        ),
        sa.Column("result_limit", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.Column("status", sa.Text(), server_default="planned", nullable=False),
        sa.Column("reported", sa.Integer(), nullable=True),
        sa.Column("returned", sa.Integer(), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column(
            "warnings", postgresql.ARRAY(sa.Text()), server_default=sa.text("'{}'::text[]"), nullable=False
        ),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=True),
        sa.CheckConstraint("status IN ('planned', 'complete', 'incomplete')", name="searches_status"),
        sa.ForeignKeyConstraint(
            ["question_id"],
            ["questions.question_id"],
        ),
        sa.PrimaryKeyConstraint("search_id"),
        sa.UniqueConstraint(
            "question_id",
            "round_no",
            "source",
            "evidence_type",
            "query",
            "filters",
            name="searches_natural_key",
        ),
    )
    op.create_index(op.f("ix_searches_question_id"), "searches", ["question_id"], unique=False)
    op.create_table(
        "study_links",
        sa.Column("link_id", sa.Text(), nullable=False),
        sa.Column("paper_id", sa.Text(), nullable=False),
        sa.Column("study_id", sa.Text(), nullable=False),
        sa.Column("method", sa.Text(), server_default="", nullable=False),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.Column("status", sa.Text(), server_default="active", nullable=False),
        sa.Column("supersedes", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=True),
        sa.CheckConstraint("status IN ('active', 'rejected')", name="study_links_status"),
        sa.ForeignKeyConstraint(
            ["paper_id"],
            ["papers.paper_id"],
        ),
        sa.ForeignKeyConstraint(
            ["study_id"],
            ["studies.study_id"],
        ),
        sa.ForeignKeyConstraint(
            ["supersedes"],
            ["study_links.link_id"],
        ),
        sa.PrimaryKeyConstraint("link_id"),
    )
    op.create_index(op.f("ix_study_links_paper_id"), "study_links", ["paper_id"], unique=False)
    op.create_index(op.f("ix_study_links_study_id"), "study_links", ["study_id"], unique=False)
    op.create_index(op.f("ix_study_links_supersedes"), "study_links", ["supersedes"], unique=False)
    op.create_table(
        "verdicts",
        sa.Column("verdict_id", sa.Text(), nullable=False),
        sa.Column("question_id", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("round_no", sa.Integer(), nullable=False),
        sa.Column("fingerprint", sa.Text(), server_default="", nullable=False),
        sa.Column("conclusion", sa.Text(), server_default="", nullable=False),
        sa.Column("likelihood", sa.Text(), server_default="", nullable=False),
        sa.Column("comparison_answer", sa.Text(), nullable=True),
        sa.Column("direction", sa.Text(), server_default="", nullable=False),
        sa.Column("certainty", sa.Text(), nullable=True),
        sa.Column("measure", sa.Text(), nullable=True),
        sa.Column("point", sa.Float(), nullable=True),
        sa.Column("low", sa.Float(), nullable=True),
        sa.Column("high", sa.Float(), nullable=True),
        sa.Column("confidence", sa.Float(), nullable=True),
        sa.Column("explanation", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "changes",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'[]'::jsonb"),
            nullable=False,
        ),
        sa.Column(
            "gaps",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'[]'::jsonb"),
            nullable=False,
        ),
        sa.Column(
            "payload",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'{}'::jsonb"),
            nullable=False,
        ),
        sa.Column("engine", sa.Text(), server_default="", nullable=False),
        sa.Column("supersedes", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["question_id"],
            ["questions.question_id"],
        ),
        sa.ForeignKeyConstraint(
            ["supersedes"],
            ["verdicts.verdict_id"],
        ),
        sa.PrimaryKeyConstraint("verdict_id"),
        sa.UniqueConstraint("question_id", "version", name="verdicts_natural_key"),
    )
    op.create_index(op.f("ix_verdicts_question_id"), "verdicts", ["question_id"], unique=False)
    op.create_index(op.f("ix_verdicts_supersedes"), "verdicts", ["supersedes"], unique=False)
    op.create_table(
        "alias_links",
        sa.Column("link_id", sa.Text(), nullable=False),
        sa.Column("node_a", sa.Text(), nullable=False),
        sa.Column("node_b", sa.Text(), nullable=False),
        sa.Column("tier", sa.Text(), server_default="", nullable=False),
        sa.Column("status", sa.Text(), server_default="", nullable=False),
        sa.Column("similarity", sa.Float(), nullable=True),
        sa.Column("shared_alias", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.Column("supersedes", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=True),
        sa.CheckConstraint("status IN ('active', 'pending', 'rejected')", name="alias_links_status"),
        sa.CheckConstraint("tier IN ('A', 'B', 'person')", name="alias_links_tier"),
        sa.CheckConstraint("node_a < node_b", name="alias_links_order"),
        sa.ForeignKeyConstraint(
            ["node_a"],
            ["nodes.id"],
        ),
        sa.ForeignKeyConstraint(
            ["node_b"],
            ["nodes.id"],
        ),
        sa.ForeignKeyConstraint(
            ["supersedes"],
            ["alias_links.link_id"],
        ),
        sa.PrimaryKeyConstraint("link_id"),
    )
    op.create_index(op.f("ix_alias_links_node_a"), "alias_links", ["node_a"], unique=False)
    op.create_index(op.f("ix_alias_links_node_b"), "alias_links", ["node_b"], unique=False)
    op.create_index(op.f("ix_alias_links_supersedes"), "alias_links", ["supersedes"], unique=False)
    op.create_table(
        "claims",
        sa.Column("claim_id", sa.Text(), nullable=False),
        sa.Column("extraction_id", sa.Text(), nullable=False),
        sa.Column("paper_id", sa.Text(), nullable=False),
        sa.Column("cause", sa.Text(), server_default="", nullable=False),
        sa.Column("cause_type", sa.Text(), server_default="", nullable=False),
        sa.Column("effect", sa.Text(), server_default="", nullable=False),
        sa.Column("effect_type", sa.Text(), server_default="", nullable=False),
        sa.Column("relation", sa.Text(), server_default="", nullable=False),
        sa.Column("direction", sa.Text(), server_default="", nullable=False),
        sa.Column("quote", sa.Text(), server_default="", nullable=False),
        sa.Column("passage_id", sa.Text(), server_default="", nullable=False),
        sa.Column("char_start", sa.Integer(), nullable=False),
        sa.Column("char_end", sa.Integer(), nullable=False),
        sa.Column("role", sa.Text(), server_default="", nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column(
            "payload",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'{}'::jsonb"),
            nullable=False,
        ),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["extraction_id"],
            ["extractions.extraction_id"],
        ),
        sa.ForeignKeyConstraint(
            ["paper_id"],
            ["papers.paper_id"],
        ),
        sa.PrimaryKeyConstraint("claim_id", "extraction_id"),
    )
    op.create_index(op.f("ix_claims_paper_id"), "claims", ["paper_id"], unique=False)
    op.create_table(
        "graded_relations",
        sa.Column("graded_relation_id", sa.Text(), nullable=False),
        sa.Column("question_id", sa.Text(), nullable=False),
        sa.Column("relation_key", sa.Text(), server_default="", nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("fingerprint", sa.Text(), server_default="", nullable=False),
        sa.Column("outcome_role", sa.Text(), server_default="", nullable=False),
        sa.Column("source_node_id", sa.Text(), nullable=True),
        sa.Column("target_node_id", sa.Text(), nullable=True),
        sa.Column("cause", sa.Text(), server_default="", nullable=False),
        sa.Column("effect", sa.Text(), server_default="", nullable=False),
        sa.Column("direction", sa.Text(), server_default="", nullable=False),
        sa.Column("certainty", sa.Text(), nullable=True),
        sa.Column("measure", sa.Text(), nullable=True),
        sa.Column("point", sa.Float(), nullable=True),
        sa.Column("low", sa.Float(), nullable=True),
        sa.Column("high", sa.Float(), nullable=True),
        sa.Column("i2", sa.Float(), nullable=True),
        sa.Column("studies", sa.Integer(), nullable=False),
        sa.Column("participants", sa.Integer(), nullable=True),
        sa.Column(
            "payload",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'{}'::jsonb"),
            nullable=False,
        ),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.Column("supersedes", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["question_id"],
            ["questions.question_id"],
        ),
        sa.ForeignKeyConstraint(
            ["source_node_id"],
            ["nodes.id"],
        ),
        sa.ForeignKeyConstraint(
            ["supersedes"],
            ["graded_relations.graded_relation_id"],
        ),
        sa.ForeignKeyConstraint(
            ["target_node_id"],
            ["nodes.id"],
        ),
        sa.PrimaryKeyConstraint("graded_relation_id"),
        sa.UniqueConstraint("question_id", "relation_key", "version", name="graded_relations_natural_key"),
    )
    op.create_index(
        op.f("ix_graded_relations_question_id"), "graded_relations", ["question_id"], unique=False
    )
    op.create_index(
        op.f("ix_graded_relations_source_node_id"), "graded_relations", ["source_node_id"], unique=False
    )
    op.create_index(op.f("ix_graded_relations_supersedes"), "graded_relations", ["supersedes"], unique=False)
    op.create_index(
        op.f("ix_graded_relations_target_node_id"), "graded_relations", ["target_node_id"], unique=False
    )
    op.create_table(
        "question_extractions",
        sa.Column("question_id", sa.Text(), nullable=False),
        sa.Column("paper_id", sa.Text(), nullable=False),
        sa.Column("extraction_id", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["extraction_id"],
            ["extractions.extraction_id"],
        ),
        sa.ForeignKeyConstraint(
            ["paper_id"],
            ["papers.paper_id"],
        ),
        sa.ForeignKeyConstraint(
            ["question_id"],
            ["questions.question_id"],
        ),
        sa.PrimaryKeyConstraint("question_id", "paper_id"),
    )
    op.create_index(
        op.f("ix_question_extractions_extraction_id"), "question_extractions", ["extraction_id"], unique=False
    )
    op.create_table(
        "search_hits",
        sa.Column("search_id", sa.Text(), nullable=False),
        sa.Column("record_id", sa.Text(), nullable=False),
        sa.Column("paper_id", sa.Text(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("duplicate", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["paper_id"],
            ["papers.paper_id"],
        ),
        sa.ForeignKeyConstraint(
            ["search_id"],
            ["searches.search_id"],
        ),
        sa.PrimaryKeyConstraint("search_id", "record_id"),
    )
    op.create_index(op.f("ix_search_hits_paper_id"), "search_hits", ["paper_id"], unique=False)
    op.create_table(
        "claim_decisions",
        sa.Column("claim_id", sa.Text(), nullable=False),
        sa.Column("extraction_id", sa.Text(), nullable=False),
        sa.Column("validators_version", sa.Text(), nullable=False),
        sa.Column("decision", sa.Text(), server_default="", nullable=False),
        sa.Column("rule", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "findings",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'[]'::jsonb"),
            nullable=False,
        ),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=True),
        sa.CheckConstraint("decision IN ('accepted', 'review', 'rejected')", name="claim_decisions_decision"),
        sa.ForeignKeyConstraint(
            ["claim_id", "extraction_id"],
            ["claims.claim_id", "claims.extraction_id"],
            name="claim_decisions_claim",
        ),
        sa.ForeignKeyConstraint(
            ["extraction_id"],
            ["extractions.extraction_id"],
        ),
        sa.PrimaryKeyConstraint("claim_id", "extraction_id", "validators_version"),
    )
    op.create_table(
        "edges",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("source_node_id", sa.Text(), nullable=False),
        sa.Column("target_node_id", sa.Text(), nullable=False),
        sa.Column("relationship_type", sa.Text(), nullable=False),
        sa.Column("direction", sa.Text(), server_default="unclear", nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("evidence", sa.Text(), server_default="", nullable=False),
        sa.Column("passage_id", sa.Text(), nullable=False),
        sa.Column("char_start", sa.Integer(), nullable=False),
        sa.Column("char_end", sa.Integer(), nullable=False),
        sa.Column("claim_id", sa.Text(), server_default="", nullable=False),
        sa.Column("extraction_id", sa.Text(), nullable=False),
        sa.Column("provenance", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "direction IN ('increases', 'decreases', 'no_difference', 'unclear')", name="edges_direction"
        ),
        sa.CheckConstraint("char_length(evidence) BETWEEN 1 AND 300", name="edges_quote_length"),
        sa.CheckConstraint("confidence >= 0 AND confidence <= 1", name="edges_confidence"),
        sa.CheckConstraint("source_node_id <> target_node_id", name="edges_no_self_reference"),
        sa.ForeignKeyConstraint(
            ["claim_id", "extraction_id"],
            ["claims.claim_id", "claims.extraction_id"],
            name="edges_claim_fkey",
        ),
        sa.ForeignKeyConstraint(
            ["extraction_id"],
            ["extractions.extraction_id"],
        ),
        sa.ForeignKeyConstraint(
            ["passage_id"],
            ["passages.passage_id"],
        ),
        sa.ForeignKeyConstraint(
            ["relationship_type"],
            ["relation_types.name"],
        ),
        sa.ForeignKeyConstraint(
            ["source_node_id"],
            ["nodes.id"],
        ),
        sa.ForeignKeyConstraint(
            ["target_node_id"],
            ["nodes.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("claim_id", "extraction_id", name="edges_claim"),
        sa.UniqueConstraint(
            "source_node_id",
            "target_node_id",
            "relationship_type",
            "passage_id",
            "char_start",
            "char_end",
            "extraction_id",
            name="edges_natural_key",
        ),
    )
    op.create_index(op.f("ix_edges_extraction_id"), "edges", ["extraction_id"], unique=False)
    op.create_index(op.f("ix_edges_passage_id"), "edges", ["passage_id"], unique=False)
    op.create_index(op.f("ix_edges_relationship_type"), "edges", ["relationship_type"], unique=False)
    op.create_index(op.f("ix_edges_source_node_id"), "edges", ["source_node_id"], unique=False)
    op.create_index(op.f("ix_edges_target_node_id"), "edges", ["target_node_id"], unique=False)
    op.create_table(
        "effect_estimates",
        sa.Column("estimate_id", sa.Text(), nullable=False),
        sa.Column("claim_id", sa.Text(), nullable=False),
        sa.Column("extraction_id", sa.Text(), nullable=False),
        sa.Column("measure", sa.Text(), server_default="", nullable=False),
        sa.Column("point", sa.Float(), nullable=True),
        sa.Column("low", sa.Float(), nullable=True),
        sa.Column("high", sa.Float(), nullable=True),
        sa.Column("level", sa.Float(), nullable=False),
        sa.Column("p_value", sa.Float(), nullable=True),
        sa.Column("p_operator", sa.Text(), nullable=True),
        sa.Column("adjusted", sa.Boolean(), nullable=True),
        sa.Column(
            "counts",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'{}'::jsonb"),
            nullable=False,
        ),
        sa.Column(
            "means",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'{}'::jsonb"),
            nullable=False,
        ),
        sa.Column("derived", sa.Text(), nullable=True),
        sa.Column("quote", sa.Text(), nullable=True),
        sa.Column("char_start", sa.Integer(), nullable=True),
        sa.Column("char_end", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["claim_id", "extraction_id"],
            ["claims.claim_id", "claims.extraction_id"],
            name="effect_estimates_claim",
        ),
        sa.ForeignKeyConstraint(
            ["extraction_id"],
            ["extractions.extraction_id"],
        ),
        sa.PrimaryKeyConstraint("estimate_id"),
    )
    op.create_index(op.f("ix_effect_estimates_claim_id"), "effect_estimates", ["claim_id"], unique=False)
    op.create_index(
        op.f("ix_effect_estimates_extraction_id"), "effect_estimates", ["extraction_id"], unique=False
    )
    op.create_table(
        "verdict_relations",
        sa.Column("verdict_id", sa.Text(), nullable=False),
        sa.Column("graded_relation_id", sa.Text(), nullable=False),
        sa.Column("part", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["graded_relation_id"],
            ["graded_relations.graded_relation_id"],
        ),
        sa.ForeignKeyConstraint(
            ["verdict_id"],
            ["verdicts.verdict_id"],
        ),
        sa.PrimaryKeyConstraint("verdict_id", "graded_relation_id"),
    )
    op.create_table(
        "graded_relation_edges",
        sa.Column("graded_relation_id", sa.Text(), nullable=False),
        sa.Column("edge_id", sa.Text(), nullable=False),
        sa.Column("study_id", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["edge_id"],
            ["edges.id"],
        ),
        sa.ForeignKeyConstraint(
            ["graded_relation_id"],
            ["graded_relations.graded_relation_id"],
        ),
        sa.ForeignKeyConstraint(
            ["study_id"],
            ["studies.study_id"],
        ),
        sa.PrimaryKeyConstraint("graded_relation_id", "edge_id"),
    )
    op.create_index(
        op.f("ix_graded_relation_edges_study_id"), "graded_relation_edges", ["study_id"], unique=False
    )
