-- The types of node and of relation that the domain adapters name. A new domain is a new migration.

INSERT INTO node_types (name, domain) VALUES
    ('Intervention', 'biomedical'),
    ('Condition', 'biomedical'),
    ('Outcome', 'biomedical'),
    ('Population', 'biomedical'),
    ('Gene', 'biomedical'),
    ('Mechanism', 'biomedical'),
    ('Method', 'machine_learning'),
    ('Concept', 'machine_learning'),
    ('Dataset', 'machine_learning'),
    ('Metric', 'machine_learning');

INSERT INTO relation_types (name, domain) VALUES
    ('increases', 'biomedical'),
    ('decreases', 'biomedical'),
    ('has_no_effect_on', 'biomedical'),
    ('causes', 'biomedical'),
    ('prevents', 'biomedical'),
    ('associated_with', 'biomedical'),
    ('confounds', 'biomedical'),
    ('mediates', 'biomedical'),
    ('introduces', 'machine_learning'),
    ('improves_on', 'machine_learning'),
    ('extends', 'machine_learning'),
    ('uses', 'machine_learning'),
    ('evaluates', 'machine_learning'),
    ('compares_to', 'machine_learning');
