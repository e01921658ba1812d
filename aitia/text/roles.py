"""What a sentence does in its paper, from the heading above it, its wording and its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from aitia.model.scales import SentenceRole
from aitia.text.addressed import addressed

_HEADINGS: dict[SentenceRole, str] = {
    SentenceRole.METHOD: (
        "methods? methodology materials?_and_methods methods?_and_materials patients?_and_methods "
        "subjects?_and_methods "
        "design study_design trial_design design_and_setting setting settings participants patients subjects "
        "interventions? exposures? main_outcome_measures? outcome_measures? main_outcomes?_and_measures? "
        "measurements? "
        "outcomes study_selection data_sources? data_extraction data_collection data_analysis "
        "search_methods? "
        "search_strategy selection_criteria data_collection_and_analysis trial_registration registration "
        "procedures? "
        "statistical_analysis statistical_methods study_population population_and_methods "
        "eligibility_criteria "
        "inclusion_criteria experimental_design review_methods data_sources_and_study_selection funding "
        "sponsor "
        "intervention_and_comparison method_of_study sample design,_setting,_and_participants"
    ),
    SentenceRole.BACKGROUND: (
        "background introduction objectives? aims? purpose context rationale importance hypothesis "
        "question goals? "
        "background_and_aims? background_and_objectives? background/aims? background_and_purpose "
        "study_objectives? aims?_and_objectives? problem significance_of_the_study objective_and_hypothesis"
    ),
    SentenceRole.RESULT: (
        "results? findings main_results key_results key_findings principal_findings data_synthesis "
        "observations outcome main_findings results_of_data_synthesis results_and_findings efficacy safety"
    ),
    SentenceRole.CONCLUSION: (
        "conclusions? interpretation discussion implications authors'_conclusions? authors’_conclusions? "
        "conclusions?_and_relevance clinical_relevance clinical_implications comments? summary "
        "conclusions?_and_implications discussion_and_conclusions? discussion/conclusions? significance "
        "what_this_study_adds perspectives? practice_implications relevance_to_clinical_practice "
        "limitations strengths_and_limitations level_of_evidence relevance clinical_significance"
    ),
}
_MIXED = (
    "methods?_and_results methods?_and_findings methods?/results methods?_&_results "
    "methods?_and_principal_findings methods?/principal_findings methodology/principal_findings "
    "methodology_and_principal_findings methodology_and_findings"
)
_NAMES = " ".join([*_HEADINGS.values(), _MIXED]).split()
_ALTERNATIVES = "|".join(sorted((n.replace("_", r"\s{1,3}") for n in _NAMES), key=len, reverse=True))
_ROLE_OF = [
    (re.compile(rf"(?:{'|'.join(names.split()).replace('_', r'[ _-]{1,3}')})\Z", re.I), role)
    for role, names in _HEADINGS.items()
]
_MIXED_LABEL = re.compile(rf"(?:{'|'.join(_MIXED.split()).replace('_', r'[ _-]{1,3}')})[:.\s]*\Z", re.I)
_PATH = re.compile(r"[./>\\]")
_NUMBERS = re.compile(r"^[\d\s-]+|[:\s]+$|-\d+$")
_LONGEST_PATH = 300
_INLINE = re.compile(
    r"(?:\A|(?<=[.!?)\]:]\s)|(?<=[.!?)\]:])(?=(?-i:[A-Z]{4}))|(?<=\n))(?:(?:ABSTRACT|BODY)\.\s{0,2})?"
    rf"(?:(?P<known>{_ALTERNATIVES})\s?|(?P<upper>(?-i:[A-Z][A-Z ,/&'’()-]{{3,60}})))(?::|"
    rf"\.(?=(?-i:[A-Z]{{4}})|\s)|\s?[—–](?=\s?(?-i:[A-Z])))",
    re.I,
)
_BEFORE_LABEL = re.compile(r"[.!?)\]:]\s?|\n")
_LINE_HEADING = re.compile(
    r"^(?:#{1,6}\s{1,3}|(?:ABSTRACT|BODY)\.)?(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?\s{1,3})?(?P<title>[^\n#|.!?]{3,80}?)[:.]?\s{0,3}$",
    re.M,
)


@dataclass(frozen=True, slots=True)
class Heading:
    """A section label in running text; `role` is None where the label fits several roles."""

    start: int
    end: int
    label: str
    role: SentenceRole | None


def heading_role(label: str) -> SentenceRole | None:
    """The role that a heading such as "3. Main results" or a section's id gives to its sentences, of a path
    ("results/pain-at-rest-2") by its first part that gives one; None when none does."""
    label = label.strip()[:_LONGEST_PATH]
    if _MIXED_LABEL.match(label):
        return None
    for part in _PATH.split(label):
        name = _NUMBERS.sub("", part).strip()
        for pattern, role in _ROLE_OF:
            if pattern.match(name):
                return role
    return None


def _inline(text: str) -> Iterator[re.Match[str]]:
    """The matches of `_INLINE` in order; it is tried only where it can begin, which is ten times quicker."""
    end = 0
    for place in chain(
        [0], (p for m in _BEFORE_LABEL.finditer(text) for p in range(m.start() + 1, m.end() + 1))
    ):
        match = _INLINE.match(text, place) if place >= end and text[place : place + 1].isalpha() else None
        if match:
            end = match.end()
            yield match


def headings(text: str) -> tuple[Heading, ...]:
    """The labels of a structured abstract ("RESULTS:") and Markdown headings, in order."""
    found: dict[int, Heading] = {}
    matches = list(_inline(text))
    stopped = _labels_end_with_a_stop(matches)
    for match in matches:
        label = match.group("known") or match.group("upper") or ""
        if (stopped and _is_stopped(match)) or _is_label(label, match.group()[-1:], text, match):
            found[match.start()] = Heading(match.start(), match.end(), label, heading_role(label))
    for match in _LINE_HEADING.finditer(text):
        marked = match.group().startswith(("#", "ABSTRACT.", "BODY."))
        label = match.group("title")
        if match.start() not in found and (marked or heading_role(label)):
            found[match.start()] = Heading(match.start(), match.end(), label, heading_role(label))
    return tuple(found[start] for start in sorted(found))


def _labels_end_with_a_stop(matches: Sequence[re.Match[str]]) -> bool:
    """Whether a text is written "Background. … Methods. … Results. …": two such labels or more."""
    return len({m.group("known").lower() for m in matches if _is_stopped(m)}) > 1


def _is_stopped(match: re.Match[str]) -> bool:
    """Whether a label is a known one with a capital that stands as a sentence of its own."""
    return (match.group("known") or "")[:1].isupper() and match.group().endswith(".")


def _is_label(label: str, mark: str, text: str, match: re.Match[str]) -> bool:
    if addressed(f"{label}:") is not None:
        return False
    if match.group().upper().startswith(("ABSTRACT.", "BODY.")):
        return True
    if not label[:1].isupper():
        return False
    known = match.group("known") is not None
    if known and mark == ":":
        return True
    if known and mark == ".":
        return label.isupper() or text[match.start() - 1 : match.start()] in ("", "\n")
    return label.isupper() and mark != "."


_OTHERS = re.compile(
    r"\b(?:previous(?:ly)?|prior|earlier|other|several|some|many|recent|most|existing) (?:\w+ ){0,2}"
    r"(?:stud(?:y|ies)|trials?|reports?|authors|investigators|research(?:ers)?|meta-analys[ei]s|reviews?|"
    r"work|literature|evidence)\b"
    r"|\bet al\b|\b(?:has|have) (?:also |previously |been |recently )*(?:reported|shown|demonstrated|"
    r"suggested|found|described)\b"
    r"|\b(?:in|by) (?:a|an|another) (?:previous|earlier|prior|recent) |\bin the literature\b|\bit is "
    r"(?:well )?known\b",
    re.I,
)
_EARLIER = re.compile(
    r"^(?:\w{1,20},? ){0,3}(?:previous|prior|earlier|other|recent) (?:\w{1,20} ){0,2}"
    r"(?:stud(?:y|ies)|trials?|reports?|authors|investigators|researchers)\b",
    re.I,
)
_OWN = re.compile(
    r"\b(?:we|our|this (?:study|trial|review|meta-analysis|analysis)|the present|present study|here)\b", re.I
)
_CITATION = re.compile(
    r"\[\d{1,3}(?:\s?[,–-]\s?\d{1,3}){0,8}\]|\([A-Z][A-Za-z'-]+(?: et al\.?| and [A-Z][a-z]+)?,? (?:19|"
    r"20)\d\d"
)
_AIM = re.compile(
    r"\b(?:aim(?:s|ed)?|objectives?|purpose|goal|sought|hypothesi[sz]ed?|intended|"
    r"designed)\b.{0,60}\b(?:to|was|were|is|that)\b"
    r"|^(?:to|in order to) (?:evaluate|assess|compare|determine|investigate|examine|study|test|explore|"
    r"describe|identify|establish|"
    r"estimate|quantify|clarify|find|analy[sz]e|review|measure|define|report|verify|ascertain|summari[sz]e|"
    r"update)\b"
    r"|\b(?:little is known|remains? (?:unclear|unknown|controversial|uncertain)|is (?:a )?(?:common|major|"
    r"leading|controversial)|"
    r"we (?:evaluated|investigated|examined|assessed|compared|studied|tested|explored|determined) "
    r"(?:whether|if|the (?:effects?|efficacy|safety|"
    r"effectiveness|impact|influence|association|role)))\b",
    re.I,
)
_METHOD = re.compile(
    r"\b(?:were|was|are|is|been) (?:then |also |prospectively |retrospectively |randomly |equally "
    r")*(?:randomi[sz]ed|allocated|assigned|enrolled|"
    r"recruited|included in (?:the|this)|conducted|performed|measured|assessed|evaluated|recorded|"
    r"collected|searched|"
    r"extracted|administered|treated with|given|divided|analy[sz]ed|calculated|registered|defined|invited|"
    r"screened|"
    r"selected|eligible|obtained|carried out|followed(?: up)?|identified from|used to)\b"
    r"|\b(?:randomi[sz]ed|double-blind|placebo-controlled|open-label|crossover|cohort|"
    r"case-control)\b.{0,60}\b(?:trial|study|design)\b"
    r"|\bwe (?:conducted|performed|searched|randomi[sz]ed|enrolled|recruited|included|measured|collected|"
    r"used|analy[sz]ed|extracted|did|"
    r"randomly|assigned|carried out|undertook|selected|identified)\b|\b(?:primary|secondary|main) "
    r"(?:outcomes?|end-?points?)"
    r"(?: measures?)? (?:was|were|included|is|are)\b|\bwill be\b|\bwere to (?:be|receive)\b|\bparticipants "
    r"received\b|\bpatients received\b",
    re.I,
)
_STATISTIC = re.compile(
    r"\bp\s{0,2}(?:value)?\s{0,2}[<>=≤≥]|\b(?:ci|confidence interval|hazard ratio|odds ratio|relative risk|"
    r"risk ratio|smd|wmd)\b|"
    r"\d\s?%|±|\+/-|\bnot significant\b|\(ns\)|\bvs\.?\s|\bsignificant(?:ly)?\b|\b\d+/\d+\b",
    re.I,
)
_FINDING = re.compile(
    r"\b(?:increased|decreased|reduced|improved|higher|lower|greater|fewer|less|more|similar|differed?|"
    r"differences?|declined|rose|fell|"
    r"worse|better|shorter|longer|associated|correlated|observed|found|occurred|developed|died|reported|"
    r"comparable|unchanged|"
    r"no (?:effect|change|difference|evidence)|did not|tended|superior|inferior)\b",
    re.I,
)
_CONCLUSION = re.compile(
    r"\b(?:we conclude|in conclusion|to conclude|in summary|concluded|these (?:results|findings|data)|our "
    r"(?:results|findings|data)|"
    r"the (?:results|findings|data) (?:suggest|indicate|show|support|demonstrate)|this (?:study|trial|"
    r"review|meta-analysis) "
    r"(?:suggests|shows|demonstrates|indicates|provides|found|confirms|supports)|(?:should|may|might|can|"
    r"could|cannot) (?:be|not|have|help|"
    r"improve|reduce|increase|prevent|provide|benefit|result|lead)|further (?:research|studies|trials|"
    r"investigation)|is (?:not )?"
    r"(?:recommended|warranted|justified|effective|safe|a safe|an effective|a useful|indicated|needed|"
    r"supported|superior|as)|"
    r"are (?:needed|warranted|required|effective)|appears? to|seems? to|suggest(?:s|ing)? that|thus|"
    r"therefore|hence)\b",
    re.I,
)
# "Aspirin to reduce …" says what a trial was for, not what it found.
_DECLARATIVE = re.compile(
    r"(?<!to )\b(?:reduces?|increases?|decreases?|improves?|prevents?|causes?|does not|do not|is (?:not "
    r")?(?:associated|effective|superior|safe)|"
    r"lowers?|are (?:not )?associated|has no|have no|worsens?|protects?|predicts?|enhances?|attenuates?|no "
    r"(?:effect|benefit|evidence))\b",
    re.I,
)


# An aim that is a sentence of its own ("To compare A with B."): its words of comparison tell no result.
_PURE_AIM = re.compile(
    r"^(?:to|in order to) (?:evaluate|assess|compare|determine|investigate|examine|study|test|explore|"
    r"describe|identify|establish|estimate|analy[sz]e|measure|define)\b",
    re.I,
)
_FIGURE = re.compile(r"\bp\s{0,2}(?:value)?\s{0,2}[<>=≤≥]|\d\s?%|\bconfidence interval\b|\b\d+/\d+\b", re.I)


def role_of(sentence: str, heading: SentenceRole | None, place: float) -> SentenceRole:
    """The role of one sentence. `place` runs from 0 (first of its section) to 1 (last).

    A heading decides, except that other people's findings, aims and plans keep their own role;
    without one the wording is weighed with the place.
    """
    head = sentence[:1000]
    if heading is SentenceRole.BACKGROUND or heading is SentenceRole.METHOD:
        others = _OTHERS.search(head) and not _OWN.search(head)
        return SentenceRole.OTHERS if others else heading
    told = _EARLIER if heading is not None and not _CITATION.search(head) else _OTHERS
    if told.search(head) and not _OWN.search(head):
        return SentenceRole.OTHERS
    if heading is SentenceRole.CONCLUSION and _CITATION.search(head) and not _OWN.search(head):
        return SentenceRole.OTHERS
    if heading is not None:
        return heading
    return _unlabelled(head, place)


def title_role(title: str) -> SentenceRole:
    """A title that states a finding is a conclusion; any other title is background."""
    stated = (
        _DECLARATIVE.search(title[:400])
        and "?" not in title
        and not re.match(r"\s*(?:does|do|is|are|can|will|should)\b", title, re.I)
    )
    return SentenceRole.CONCLUSION if stated else SentenceRole.BACKGROUND


def _unlabelled(head: str, place: float) -> SentenceRole:
    if re.search(r"\bwill be\b|\bplan(?:s|ned)? to\b", head) and not _STATISTIC.search(head):
        return SentenceRole.METHOD
    if place < 0.7 and _PURE_AIM.match(head) and not _FIGURE.search(head) and not _METHOD.search(head):
        return SentenceRole.BACKGROUND
    aim = place < 0.7 and _AIM.search(head) is not None
    method, conclusion = _METHOD.search(head) is not None, _CONCLUSION.search(head) is not None
    result = 2 * (_STATISTIC.search(head) is not None) + (_FINDING.search(head) is not None)
    scores = {
        SentenceRole.BACKGROUND: 2.0 * aim + 1.4 * (1 - place) - (0.6 if result >= 2 else 0),
        SentenceRole.METHOD: 2.0 * method + 0.9 * (1 - abs(place - 0.3)) - (0.8 if result == 3 else 0),
        SentenceRole.RESULT: 0.9 * result + 0.9 * (1 - abs(place - 0.7)),
        SentenceRole.CONCLUSION: 1.9 * conclusion + (1.2 if place >= 0.99 else 0.8 * place),
    }
    return max(scores, key=lambda role: scores[role])
