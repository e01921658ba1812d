"""Everyday and clinical names of the same outcome, where the words do not share a stem."""

from __future__ import annotations

import re
from functools import lru_cache

_GROUPS: tuple[tuple[str, ...], ...] = (
    ("heart attack", "myocardial infarction", "coronary thrombosis"),
    (
        "death",
        "mortality",
        "died",
        "deaths",
        "fatal",
        "fatality",
        "survival",
        "survived",
        "all-cause mortality",
    ),
    ("stroke", "cerebrovascular accident", "cerebral infarction", "cerebrovascular events"),
    ("bleeding", "haemorrhage", "hemorrhage", "haemorrhagic", "hemorrhagic", "blood loss"),
    ("high blood pressure", "hypertension", "hypertensive"),
    ("blood pressure", "systolic", "diastolic"),
    (
        "cancer",
        "tumour",
        "tumor",
        "carcinoma",
        "neoplasm",
        "neoplasms",
        "malignancy",
        "neoplasia",
        "oncologic",
    ),
    ("covid-19", "sars-cov-2", "coronavirus disease 2019", "covid", "coronavirus"),
    ("intensive care", "icu", "critical care", "intensive care unit"),
    (
        "hospital stay",
        "length of stay",
        "hospitalisation",
        "hospitalization",
        "duration of hospitalisation",
        "length of hospital",
    ),
    ("hospital admission", "hospitalisation", "hospitalization", "admitted to hospital", "hospitalized"),
    (
        "side effects",
        "adverse events",
        "adverse effects",
        "adverse reactions",
        "toxicity",
        "harms",
        "complications",
    ),
    ("quality of life", "qol", "hrqol", "sf-36", "eq-5d"),
    ("vomiting", "emesis", "ponv"),
    ("caesarean", "cesarean", "c-section", "caesarean section"),
    ("premature birth", "preterm birth", "preterm delivery", "prematurity"),
    ("birth weight", "birthweight", "low birth weight"),
    ("pregnancy", "conception", "pregnant", "gestation"),
    ("live birth", "live births", "delivery rate"),
    ("miscarriage", "spontaneous abortion", "pregnancy loss"),
    ("smoking cessation", "quitting", "abstinence", "quit smoking", "stop smoking"),
    ("weight", "body weight", "bmi", "body mass index", "weight loss"),
    ("blood sugar", "glucose", "glycaemia", "glycemia", "hba1c", "glycaemic control", "glycemic control"),
    ("depression", "depressive symptoms", "depressive", "hamd", "madrs"),
    ("anxiety", "anxious", "stai"),
    ("fracture", "fractures", "broken bone"),
    ("fall", "falls", "falling", "fallers"),
    (
        "dropout",
        "withdrawal",
        "withdrawals",
        "discontinuation",
        "discontinued",
        "drop-out",
        "attrition",
        "acceptability",
    ),
    ("recurrence", "relapse", "relapses", "recurrent"),
    ("healing", "healed", "wound closure"),
    ("kidney", "renal", "nephropathy"),
    ("liver", "hepatic"),
    ("heart", "cardiac", "cardiovascular"),
    ("lung", "pulmonary", "respiratory"),
    ("infection", "infections", "infected", "sepsis"),
    ("pain", "analgesia", "vas", "pain intensity", "pain score"),
    ("rescue analgesia", "opioid consumption", "morphine consumption", "additional analgesia", "opioid use"),
    ("visual acuity", "vision", "sight", "bcva"),
    ("deep vein thrombosis", "dvt", "venous thromboembolism", "vte", "thrombosis"),
    ("cognition", "cognitive function", "cognitive", "mmse", "memory"),
    ("strength", "muscle strength", "power"),
    ("response", "responders", "response rate", "remission"),
    ("ventilation", "mechanical ventilation", "ventilator", "intubation"),
    ("surgery", "operation", "surgical", "procedure"),
    ("operating time", "operative time", "duration of surgery", "surgical time", "operation time"),
    ("children", "pediatric", "paediatric"),
    ("cost", "costs", "expenditure", "cost-effectiveness"),
    ("satisfaction", "satisfied"),
    ("adherence", "compliance", "persistence"),
    ("detection", "detected", "diagnosis", "yield"),
    ("seizure", "seizures", "convulsions", "epileptic"),
    ("exacerbation", "exacerbations", "flare", "flares", "attacks"),
    (
        "usual care",
        "standard care",
        "routine care",
        "treatment as usual",
        "standard of care",
        "conventional care",
    ),
    ("placebo", "sham", "dummy", "control"),
    (
        "vitamin d",
        "cholecalciferol",
        "calcifediol",
        "calcitriol",
        "ergocalciferol",
        "25-hydroxyvitamin d",
        "25(oh)d",
    ),
    ("aspirin", "acetylsalicylic acid", "asa"),
    ("paracetamol", "acetaminophen"),
    ("adrenaline", "epinephrine"),
    ("exercise", "physical activity", "training"),
    ("vaccine", "vaccination", "immunisation", "immunization", "vaccinated"),
)


@lru_cache(maxsize=4096)
def other_names(term: str) -> tuple[str, ...]:
    """Other names of what the term names, in the order of the list; empty when none is known."""
    found: dict[str, None] = {}
    for name, groups in _named_in(term):
        for group in groups:
            found.update(dict.fromkeys(other for other in group if other != name))
    return tuple(found)


def known_names(term: str) -> tuple[str, ...]:
    """The names in a term that have synonyms, longest first."""
    return tuple(name for name, _ in _named_in(term))


def _named_in(term: str) -> list[tuple[str, tuple[tuple[str, ...], ...]]]:
    low = f" {' '.join(re.sub(r'[^a-z0-9()+-]+', ' ', term.lower()).split())} "
    found = []
    for name, groups in _by_length():
        for form in (name, f"{name}s"):
            if f" {form} " in low:
                low = low.replace(f" {form} ", " | ")
                found.append((name, groups))
                break
    return found


@lru_cache(maxsize=1)
def _by_length() -> tuple[tuple[str, tuple[tuple[str, ...], ...]], ...]:
    """Every name with its groups, longest first: "heart attack" is not about the heart in general."""
    groups: dict[str, list[tuple[str, ...]]] = {}
    for group in _GROUPS:
        for name in group:
            groups.setdefault(name, []).append(group)
    ordered = sorted(groups, key=lambda name: (-len(name), name))
    return tuple((name, tuple(groups[name])) for name in ordered)
