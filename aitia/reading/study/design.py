"""The design of a study, from publication types when the source gives them, else from title and text."""

from __future__ import annotations

import re
from collections.abc import Callable

from aitia.model.data import read_table
from aitia.model.paper import Paper
from aitia.model.scales import SYNTHESIS_DESIGNS, TRIAL_DESIGNS, StudyDesign

_TYPES: tuple[tuple[str, StudyDesign], ...] = (
    ("network meta-analysis", StudyDesign.META_ANALYSIS),
    ("meta-analysis", StudyDesign.META_ANALYSIS),
    ("systematic review", StudyDesign.SYSTEMATIC_REVIEW),
    ("clinical trial protocol", StudyDesign.PROTOCOL),
    ("randomized controlled trial", StudyDesign.RANDOMISED_TRIAL),
    ("randomised controlled trial", StudyDesign.RANDOMISED_TRIAL),
    ("case reports", StudyDesign.CASE_REPORT),
    ("case report", StudyDesign.CASE_REPORT),
)
_NOT_A_STUDY = (
    "letter",
    "comment",
    "editorial",
    "news",
    "retraction of publication",
    "published erratum",
    "retraction notice",
)
_META = re.compile(r"(?i)\bmeta-?\s?analy[sz]\w{1,4}\b|\bpooled analysis of (?:\w+ ){0,3}trials\b")
_SYSTEMATIC = re.compile(
    r"(?i)\bsystematic(?:ally)?\s(?:\w+\s){0,3}(?:review|search|overview)|\bcochrane\s(?:\w+\s){0,2}review\b|"
    r"\b(?:living|umbrella|scoping)\s(?:systematic\s)?review\b|\bwe searched\b.{0,80}(?:medline|pubmed|"
    r"embase|cochrane)"
)
_REVIEWING = re.compile(
    r"(?i)\b(?:this|we conducted a|we performed a) systematic review\b|\bwe searched\b|\b(?:search "
    r"(?:strategy|methods)|selection criteria|"
    r"study selection|data sources?(?: and study selection)?)\s?:|\b(?:trials|studies) (?:were included|"
    r"met (?:the |our )?(?:inclusion|selection|"
    r"eligibility) criteria)\b|\btrials (?:\([^)]{1,40}\) )?(?:involving|including|enrolling|"
    r"randomi[sz]ing|with) (?:a total of )?\d"
)
_REVIEW_WORDS = (
    "systematic review",
    "search",
    "selection criteria",
    "study selection",
    "data source",
    "trials",
    "studies",
)
_PROTOCOL = re.compile(
    r"(?i)\b(?:study|trial|review)?\s?protocol\b(?! (?:violation|deviation))|\brationale and (?:study "
    r")?design\b|"
    r"\bdesign and (?:rationale|methods?)\b|\bstudy design of\b"
)
_WILL = re.compile(
    r"(?i)\bwill (?:be|receive|evaluate|assess|compare|include|undergo|examine|test|investigate)\b"
)
_CLUSTER = re.compile(
    r"(?i)\bcluster[\s-](?:\w+[\s-]){0,2}(?:random|trial|rct|controlled)|"
    r"\brandom\w{2,8}\s(?:\w+\s){0,3}clusters\b"
)
_CROSSOVER = re.compile(r"(?i)\bcross-?\s?over\b")
_MENDELIAN = re.compile(r"(?i)\bmendelian randomi[sz]ation\b")
_NON_RANDOM = re.compile(
    r"(?i)\bnon-?\s?randomi[sz]ed\b|\bquasi-?\s?(?:random|experiment)\w*|\bsingle-arm\b|\bnot "
    r"randomi[sz]ed\b|"
    r"\bbefore[- ]and[- ]after\b|\bhistorical controls?\b|\bopen-label (?:single|extension)\b|\bcontrolled "
    r"(?:clinical )?trial\b"
)
_RANDOM = re.compile(
    r"(?i)\brandomi[sz]ed\s(?:\S{1,25}\s){0,5}(?:trial|study|controlled|comparison|clinical|evaluation|"
    r"experiment)|\brandomly\s(?:\w+\s)?"
    r"(?:assign|allocat|divid|receiv|select|distribut)\w{0,4}|\bwere\s(?:\w+\s)?randomi[sz]ed\b|"
    r"\brandomi[sz]ed\s(?:\(\S{1,9}\)\s)?(?:to|into|in a)\b|"
    r"\brandomi[sz]ation\b|\brandom (?:allocation|assignment)\b|\bRCT\b|\bplacebo[- ]controlled\b|"
    r"\b(?:patients|participants|women|"
    r"men|adults|children|subjects|people|infants|houses|practices|eyes) randomi[sz]ed\b"
)
# What was measured in a trial's people, not what they were assigned to.
_SECONDARY = re.compile(
    r"(?i)\b(?:secondary|post[- ]?hoc|ancillary|exploratory|retrospective|observational|cohort|nested)\s"
    r"(?:[\w-]+\s){0,3}(?:analys[ei]s|study|evaluation|investigation)\b.{0,80}\b(?:trials?|RCTs?)\b|"
    r"\b(?:trials?|RCTs?)\b.{0,20}:\s?(?:an?\s)?(?:secondary|post[- ]?hoc|ancillary|exploratory)\s"
    r"(?:[\w-]+\s){0,2}analys[ei]s|"
    r"\b(?:data|samples|participants|patients) (?:collected |enrolled |included )?(?:from|in|of) "
    r"(?:[\w-]+\s){1,8}(?:trial|RCT)\b (?:were|was) (?:used|analy[sz]ed|studied|followed)"
)
_OF_EXPOSURE = re.compile(
    r"(?i)\bassociat(?:ions?|ed)\b|\bpredict(?:ors?|ion|ive|ed|s)?\b|\brisk factors?\b|\bprognostic\b|"
    r"\bcorrelat(?:es?|ions?|ed)\b|\bdeterminants?\b|\b(?:ter|quar|quin)tiles?\b|\brelationships? between\b"
)
_AIMS_AT_EXPOSURE = re.compile(
    r"(?i)\b(?:examin|assess|investigat|explor|determin|evaluat|test|stud(?:y|ied)|estimat)\w* (?:\w+ ){0,5}"
    r"(?:associat|correlat|predict|relationships? between|risk factors?)"
)
_OF_ARMS = re.compile(
    r"(?i)\b(?:effects?|efficacy|effectiveness|safety|benefits?|impact) of\b|\bversus\b|\bvs\b|\bplacebo\b|"
    r"\bheterogeneity of treatment\b|\btreatment effects?\b"
)
_ANIMAL = re.compile(
    r"(?i)\b(?:mice|mouse|rats?|murine|rabbits?|zebrafish|piglets?|swine|porcine|beagles?|dogs|sheep|"
    r"hamsters?|guinea pigs?|macaques?|"
    r"monkeys|drosophila|c\. elegans|broilers?|calves|cattle|lambs)\b"
)
_VITRO = re.compile(r"(?i)\bin[\s-]vitro\b|\bcell lines?\b|\bcultured (?:\w+ )?cells\b|\bcell cultures?\b")
_HUMAN = re.compile(
    r"(?i)\b(?:patients?|participants?|women|men|children|adults|volunteers|infants|people|subjects|"
    r"humans?|trial)\b"
)
_KEPT_ANIMAL = re.compile(
    r"(?i)\b(?:dogs|cats|horses|foals|mares|cows|heifers|bulls|steers|goats|ewes|pigs|sows|poultry|chickens|hens|"
    r"chicks|turkeys|ferrets|alpacas|gerbils|baboons)\b"
)
"""Animals that papers on people name too (allergy to cats): these are the subjects where nobody else is."""
_PEOPLE = re.compile(
    r"(?i)\b(?:patients?|participants?|wom[ae]n|m[ae]n|child(?:ren)?|adolescents?|adults|volunteers|infants|"
    r"people|persons?|humans?|students|mothers|residents|households|boys|girls|smokers|hospitals?)\b"
)
_DESIGNS: tuple[tuple[StudyDesign, re.Pattern[str]], ...] = tuple(
    (StudyDesign(row["kind"]), re.compile("(?i)" + "|".join(row["patterns"])))
    for row in read_table(__package__, "design.toml")["design"]
)

_ANIMAL_WORDS = frozenset(
    (
        *("mice", "mouse", "rat", "rats", "murine", "rabbit", "rabbits", "zebrafish", "piglet", "piglets"),
        *("swine", "porcine", "beagle", "beagles", "dogs", "sheep", "hamster", "hamsters", "guinea"),
        *("macaque", "macaques", "monkeys", "drosophila", "elegans", "broiler", "broilers", "calves"),
        *("cattle", "lambs"),
    )
)
_LETTERS = re.compile("[a-z]+")

_NOT_ASSIGNED = "wording: a trial's people by what was measured in them, not by what they were assigned"
OBSERVATIONAL = "of observational studies"
_UNNAMED = 0.3
"""Confidence where no wording names a design."""
Decided = tuple[StudyDesign, float, str]
TrialProbability = Callable[[str, str], float]


def read_design(paper: Paper, body: str = "", trial_probability: TrialProbability | None = None) -> Decided:
    """The design, a confidence of 0 to 1, and what it was read from.

    `trial_probability` is a trained classifier over title and abstract; wording decides without it.
    """
    title, abstract = paper.title[:1000], (paper.abstract or body)[:12_000]
    design, sure, basis = _from_types(paper, title, abstract) or _from_text(
        title, abstract, trial_probability
    )
    untold = design is StudyDesign.UNKNOWN and sure <= _UNNAMED
    if (untold or design in TRIAL_DESIGNS) and _measures_no_arms(title, abstract):
        return StudyDesign.COHORT, 0.8 if untold else min(sure, 0.8), _NOT_ASSIGNED
    if design in SYNTHESIS_DESIGNS and _of_observations(f"{title}. {abstract}"):
        basis = f"{basis}, {OBSERVATIONAL}"
    return design, sure, basis


def _measures_no_arms(title: str, abstract: str) -> bool:
    """Whether a trial's people are compared by something else than what they were assigned to.

    It calls itself a secondary analysis; its title or its aim is an association, and its title names no
    effect of an arm.
    """
    if _SECONDARY.search(f"{title}. {abstract}") is None or _OF_ARMS.search(title):
        return False
    return (_OF_EXPOSURE.search(title) or _AIMS_AT_EXPOSURE.search(abstract)) is not None


def _of_observations(text: str) -> bool:
    """Whether a synthesis is of observational studies and names no trials."""
    observed = re.search(r"(?i)\bobservational|\bcohort|\bcase-control", text)
    return observed is not None and re.search(r"(?i)\brandom|\btrials?\b|\bRCTs?\b", text) is None


def _from_types(paper: Paper, title: str, abstract: str) -> Decided | None:
    kinds = {kind.lower() for kind in paper.publication_types}
    for name in _NOT_A_STUDY:
        if name in kinds and len(abstract) < 300:
            return StudyDesign.UNKNOWN, 0.9, f"publication type {name!r}"
    for name, design in _TYPES:
        if name in kinds:
            return _refined(design, title, abstract), 0.97, f"publication type {name!r}"
    if "controlled clinical trial" in kinds and not _RANDOM.search(abstract):
        return StudyDesign.NON_RANDOMISED_TRIAL, 0.8, "publication type 'controlled clinical trial'"
    if "review" in kinds and not _SYSTEMATIC.search(title + " " + abstract) and not _META.search(title):
        return StudyDesign.NARRATIVE_REVIEW, 0.85, "publication type 'review'"
    return None


def _refined(design: StudyDesign, title: str, abstract: str) -> StudyDesign:
    """A randomised trial may be a crossover or cluster trial, or only a protocol of one."""
    if design is not StudyDesign.RANDOMISED_TRIAL:
        return design
    if _is_protocol(title, abstract):
        return StudyDesign.PROTOCOL
    both = f"{title}. {abstract}"
    if _CLUSTER.search(both):
        return StudyDesign.CLUSTER_TRIAL
    return StudyDesign.CROSSOVER_TRIAL if _CROSSOVER.search(both) else design


def _is_protocol(title: str, abstract: str) -> bool:
    planned = len(_WILL.findall(abstract)) if "will" in abstract.lower() else 0
    return (
        planned >= 2
        or (planned >= 1 and _PROTOCOL.search(title) is not None)
        or bool(
            re.search(
                r"(?i)\bprotocol (?:for|of) (?:a|an|the)\b|:\s?(?:\w+ ){0,4}protocol\.?$|\bstudy protocol\b",
                title,
            )
        )
    )


def _from_text(title: str, abstract: str, trial_probability: TrialProbability | None) -> Decided:
    both = f"{title}. {abstract}"
    if not both.strip(". "):
        return StudyDesign.UNKNOWN, 0.0, "no text"
    if re.match(
        r"(?i)\s*(?:retract(?:ion|ed)|erratum|correction|corrigendum|expression of concern)\b", title
    ):
        return StudyDesign.UNKNOWN, 0.9, "notice, not a study"
    low = both.lower()
    if "mendelian" in low and _MENDELIAN.search(both):
        return StudyDesign.MENDELIAN_RANDOMISATION, 0.9, "wording: Mendelian randomisation"
    if _is_protocol(title, abstract):
        return StudyDesign.PROTOCOL, 0.85, "wording: plans, no results"
    synthesis = _synthesis(title, abstract)
    if synthesis is not None:
        return synthesis
    animals = not _ANIMAL_WORDS.isdisjoint(_LETTERS.findall(low))
    if animals and (_ANIMAL.search(title) or (_ANIMAL.search(abstract) and not _HUMAN.search(both))):
        return StudyDesign.ANIMAL, 0.85, "wording: animals"
    if _KEPT_ANIMAL.search(both) and not _PEOPLE.search(both):
        return StudyDesign.ANIMAL, 0.8, "wording: animals, and nobody else"
    vitro = "vitro" in low or "cell" in low
    if vitro and (_VITRO.search(title) or (_VITRO.search(abstract) and not _HUMAN.search(both))):
        return StudyDesign.IN_VITRO, 0.8, "wording: in vitro"
    return _primary(title, abstract, trial_probability)


def _synthesis(title: str, abstract: str) -> Decided | None:
    low = f"{title} {abstract}".lower()
    pooled = "meta" in low or "pooled" in low
    if pooled and (_META.search(title) or (_META.search(abstract) and _SYSTEMATIC.search(abstract))):
        return StudyDesign.META_ANALYSIS, 0.9, "wording: meta-analysis"
    if _SYSTEMATIC.search(title):
        return StudyDesign.SYSTEMATIC_REVIEW, 0.9, "wording: systematic review"
    reviewed = _REVIEWING.search(abstract) if any(word in low for word in _REVIEW_WORDS) else None
    if reviewed:
        return StudyDesign.SYSTEMATIC_REVIEW, 0.75, f"wording: {reviewed.group()!r}"
    return None


def _primary(title: str, abstract: str, trial_probability: TrialProbability | None) -> Decided:
    both = f"{title}. {abstract}"
    worded = _RANDOM.search(both)
    probability = trial_probability(title, abstract) if trial_probability is not None else None
    is_trial = probability >= 0.5 if probability is not None else worded is not None
    if is_trial and not re.search(r"(?i)\bnon-?randomi[sz]ed\b|\bnot randomi[sz]ed\b", both[:4000]):
        basis = f"wording: {worded.group()[:60]!r}" if worded else "trained classifier"
        sure = probability if probability is not None else 0.85
        return _refined(StudyDesign.RANDOMISED_TRIAL, title, abstract), sure, basis
    for text, trust in ((title, 0.85), (abstract, 0.7)):
        if _NON_RANDOM.search(text):
            return StudyDesign.NON_RANDOMISED_TRIAL, trust, "wording: controlled, not randomised"
        for design, pattern in _DESIGNS:
            found = pattern.search(text)
            if found:
                return design, trust, f"wording: {found.group()!r}"
    return StudyDesign.UNKNOWN, _UNNAMED, "no wording names a design"
