-- One HNSW index for each size of short vector; a query casts `short` to the size and names it in WHERE.

CREATE INDEX rule_paper_embeddings_short_384 ON paper_embeddings
    USING hnsw ((short::vector(384)) vector_cosine_ops) WHERE short_dimensions = 384;
CREATE INDEX rule_paper_embeddings_short_768 ON paper_embeddings
    USING hnsw ((short::vector(768)) vector_cosine_ops) WHERE short_dimensions = 768;
