"""What a clause says happened: which way, of what, with what, against what."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from aitia.reading.effects_patterns import FoundEstimate, FoundP, read_estimates, read_p_values
from aitia.vocabulary import Direction

Span = tuple[int, int]
MAX_CLAUSE = 900

UP, DOWN, NULL, BETTER, WORSE, OPEN = "up", "down", "null", "better", "worse", "open"


@dataclass(frozen=True, slots=True)
class Statement:
    """A directional statement; spans are offsets into the sentence.

    `sense` is up, down, null, open, better or worse; the last two need the outcome's polarity.
    `significant` is None where the clause does not say.
    """

    sense: str
    cue: Span
    cause: Span | None
    effect: Span | None
    comparator: Span | None
    negated: bool
    hedged: bool
    significant: bool | None
    associative: bool
    form: str
    clause: Span

    @property
    def direction(self) -> Direction:
        """The direction as worded, "no difference" where a change is negated or not significant."""
        if self.sense == OPEN:
            return Direction.UNCLEAR
        if self.sense == NULL or self.negated or self.significant is False:
            return Direction.NO_DIFFERENCE
        return {UP: Direction.INCREASES, DOWN: Direction.DECREASES}.get(self.sense, Direction.UNCLEAR)


_CLAUSE_CUT = re.compile(
    r";\s|,\s(?:but|whereas|while|although|though|and (?:was|were|had|did|the|there|no|a)\b)\s?|"
    r"\s(?:whereas|while|but|although)\s|"
    r"\s[—–]\s|\.\s"
)
_UP_VERBS = r"increas|rais|elevat|enhanc|prolong|promot|augment|boost|lengthen|doubl|tripl|extend"
_DOWN_VERBS = (
    r"reduc|decreas|lower|prevent|inhibit|attenuat|suppress|shorten|diminish|alleviat|reliev|delay|halv|"
    r"lessen|mitigat|"
    r"minimi[sz]|block|eliminat|abolish|protect|ameliorat|avert|depress|impair"
)
_BETTER_VERBS = r"improv|benefit|restor"
_WORSE_VERBS = r"worsen|deteriorat|exacerbat|aggravat|harm"
_INTRANSITIVE_UP = r"rose|rise|risen|grew|gained"
_INTRANSITIVE_DOWN = r"fell|fallen|declin(?:ed|es|e|ing)|dropped|drops"
_HOW = r"\s(?:frequent(?:ly)?|common(?:ly)?|often|likely|prevalent|severe|pronounced|intense|marked)\b"
_ADJECTIVE_UP = (
    rf"more{_HOW}|higher|greater|more|longer|larger|increased|elevated|prolonged|later|heavier|"
    r"deeper|enhanced|"
    r"raised|stronger"
)
_ADJECTIVE_DOWN = (
    rf"less{_HOW}|lower|fewer|less|shorter|smaller|reduced|decreased|diminished|earlier|weaker|"
    r"attenuated|lesser"
)
_ADJECTIVE_BETTER = r"better|superior|improved|favou?rable|faster|quicker"
_ADJECTIVE_WORSE = r"worse|inferior|poorer|slower|impaired"
_NOUN_UP = r"increases?|rises?|elevations?|gains?|prolongation|enhancements?"
_NOUN_DOWN = r"reductions?|decreases?|declines?|drops?|falls?|lowering|prevention|suppression|attenuation"
_NOUN_BETTER = r"improvements?|benefits?"
_NOUN_WORSE = r"worsening|deteriorations?|impairments?"
_ENDINGS = r"(?:e|es|ed|ing|s)?"
_CUE = re.compile(
    r"(?P<null_noun>\b(?:no|not (?:show |find |observe |detect |have |demonstrate )?(?:any|a)|"
    r"without(?: any)?|nor|lack of|absence of|neither)\s"
    r"(?:(?:statistically|clinically|clear|overall|major|other|consistent|evidence of (?:an?|any)|"
    r"evidence for (?:an?|any)|evidence of|further|such|"
    r"significantly|important|relevant|appreciable|detectable|apparent|obvious|additional|significant|"
    r"meaningful|marked|beneficial|"
    r"protective|substantial|measurable|evident|real|net|and|or|material|adverse|between-group|group|"
    r"intervention|treatment|statistical)[\s,]{1,2}){0,5}"
    r"(?:differences?|effects?|changes?|associations?|impact|influence|benefits?|improvements?|"
    r"reductions?|increases?|decreases?|correlations?|"
    r"relationships?|advantages?|interactions?|superiority|trend)\b)"
    r"|(?P<null_verb>\b(?:(?:did|do|does|was|were|is|are|has|have|had|could|can)\s(?:not|n't)\s|"
    r"failed to\s|never\s|unlikely to\s)"
    r"(?:\w+ly\s|be\s|been\s|statistically\s|to\s|appear to\s|seem to\s|found to\s|observed to\s|"
    r"shown to\s|\w+ly\sor\s\w+ly\s){0,3}(?:differ\w*|chang\w*|"
    r"affect\w*|influenc\w*|alter\w*|associat\w*\swith|correlat\w*\swith|modif\w*|"
    rf"(?:{_UP_VERBS}|{_DOWN_VERBS}|{_BETTER_VERBS}|{_WORSE_VERBS}){_ENDINGS}|different|"
    rf"significant(?:ly)?\s(?:different|{_ADJECTIVE_UP}|{_ADJECTIVE_DOWN}|"
    rf"{_ADJECTIVE_BETTER}|{_ADJECTIVE_WORSE})|significant|{_ADJECTIVE_UP}|{_ADJECTIVE_DOWN}|"
    rf"{_ADJECTIVE_BETTER}|{_ADJECTIVE_WORSE}|more effective|reach)\b)"
    r"|(?P<null_adj>\b(?:similar(?:ly)?|comparable|unchanged|equivalent|unaffected|"
    r"equal(?:ly)?(?:\seffective)?|non-?inferior|identical|indistinguishable|"
    r"the same|as effective as|nonsignificant|non-significant|not significantly)\b)"
    r"|(?P<assoc>\b(?:associated|linked|correlated)\s(?:\w+ly\s)?(?:with|to)\s)"
    r"|(?P<leads>\b(?:led to|leads to|lead to|resulted in|results in|result in|caused|causes|cause|"
    r"produced|produces|showed|shows|demonstrated|experienced|"
    r"achieved|had|has|reported|exhibited|yielded|provided|provides|conferred|confers)\s(?:an?\s|"
    r"the\s)?(?=(?:[\w%.-]{1,20}\s){0,3}(?:"
    rf"{_ADJECTIVE_UP}|{_ADJECTIVE_DOWN}|{_ADJECTIVE_BETTER}|{_ADJECTIVE_WORSE}|{_NOUN_UP}|{_NOUN_DOWN}|"
    rf"{_NOUN_BETTER}|{_NOUN_WORSE})\b))"
    rf"|(?P<noun_up>\b(?:{_NOUN_UP})\s(?:in|of)\b)|(?P<noun_down>\b(?:{_NOUN_DOWN})\s(?:in|of)\b)"
    rf"|(?P<noun_better>\b(?:{_NOUN_BETTER})\s(?:in|of|for)\b)|(?P<noun_worse>\b(?:{_NOUN_WORSE})\s(?:in|"
    rf"of)\b)"
    r"|(?P<adj_better>\b(?:more\s(?:\w+ly\s)?(?:effective|efficacious|beneficial|favou?rable)|superior|"
    r"better|improved|favou?rable|favou?red)\b)"
    r"|(?P<adj_worse>\b(?:less\s(?:\w+ly\s)?(?:effective|efficacious|favou?rable)|inferior|worse|poorer)\b)"
    rf"|(?P<verb_up>\b(?:{_UP_VERBS})(?:e|es|ed|s)?\b)|(?P<verb_down>\b(?:{_DOWN_VERBS})(?:e|es|ed|s)?\b)"
    rf"|(?P<verb_better>\b(?:{_BETTER_VERBS})(?:e|es|ed|s)?\b)|(?P<verb_worse>\b(?:{_WORSE_VERBS})(?:e|es|"
    rf"ed|s)?\b)"
    rf"|(?P<intr_up>\b(?:{_INTRANSITIVE_UP})\b)|(?P<intr_down>\b(?:{_INTRANSITIVE_DOWN})\b)"
    rf"|(?P<adj_up>\b(?:{_ADJECTIVE_UP})\b)|(?P<adj_down>\b(?:{_ADJECTIVE_DOWN})\b)|"
    rf"(?P<rate_better>\b(?:faster|quicker)\b)|(?P<rate_worse>\bslower\b)",
    re.I,
)
_OPEN_QUESTION = re.compile(
    r"\b(?:uncertain|unclear|unknown|inconclusive|insufficient (?:evidence|data)|not (?:yet )?(?:known|"
    r"clear|established)|remains? to be|"
    r"cannot (?:determine|conclude|be determined|be established)|could not be (?:determined|assessed|"
    r"established)|whether|no (?:conclusion|data)|"
    r"needs? to be (?:tested|confirmed|determined)|were not (?:measured|reported|assessed)|was not "
    r"(?:measured|reported|assessed))\b",
    re.I,
)
_HEDGE = re.compile(
    r"\b(?:may|might|could|possibly|perhaps|probably|potential(?:ly)?|appears?|appeared|seems?|seemed|"
    r"suggest(?:s|ed|ing)?|likely|tended|"
    r"trend(?:ed|s)?|borderline|hypothes\w+|preliminary)\b",
    re.I,
)
_SIGNIFICANT = re.compile(r"\bsignificant(?:ly)?\b|\bsuperior\b|\bmarked(?:ly)?\b", re.I)
_NOT_SIGNIFICANT = re.compile(
    r"\b(?:non-?\s?significant(?:ly)?|insignificant(?:ly)?|(?:not|nor|no|without|neither|never|"
    r"lack of)\s(?:\w+\s){0,4}significan(?:t|tly|ce)|"
    r"(?:did not|failed to|not) reach(?:ing)? (?:\w+ )?significance|not statistically|\bNS\b)",
    re.I,
)
_AUXILIARY = re.compile(
    r"\b(?:was|were|is|are|be|been|being|had been|has been|have been)\s(?:(?:\w+ly|also|not|found to be|"
    r"much|far|more|slightly|still|"
    r"statistically|observed to be|shown to be|both|even|the|a|an)\s){0,3}\Z",
    re.I,
)
_COMPARATOR = re.compile(
    r"[,(]?\s?\b(?:than|(?:as |when )?compared (?:with|to)|versus|vs\.?|relative to|in comparison (?:with|"
    r"to)|as opposed to|over)\s"
    r"(?:(?:in|with|for|among|that|those|after|by|did|the|those in|those of|those receiving|patients|"
    r"receiving|on|of|at|to|was|an?|group)\s){0,4}",
    re.I,
)
_NP_END = re.compile(
    r"\s?[(\[;:]|,\s|\.\s|\.\Z|\s(?:when|where|which|who|that|if|because|as well as|whether|during|"
    r"from \d|by \d|from a|to \d|"
    r"and (?:was|were|had|did|no|a|could|may|might|can|has|have|increase[sd]|reduce[sd]|decrease[sd]|"
    r"improve[sd]|raise[sd]?|lowers|lowered|leads?|led|prevents|prevented|cause[sd]|lower|higher|fewer|"
    r"shorter)|"
    r"in (?:the )?(?:patients|participants|women|men|children|adults|people|both|either|this|these|all)|"
    r"among|at \d|after \d|over \d|within|"
    r"for \d|between|versus|vs\.?|but|while|whereas|although|than|compared|relative to|as compared|was|"
    r"were|is|are|did|does|at (?:one|two|three|four|six|"
    r"twelve|the end|week|month|day|follow)|with (?:no|a mean|an? \w+ ratio|odds|hazard))\b",
    re.I,
)
_LEAD = re.compile(
    r"^(?:.{0,120}\b(?:(?:found|find|show\w*|suggest\w*|indicat\w*|conclude\w*|demonstrat\w*|confirm\w*|"
    r"observed|reported|evidence|likely|support\w*)\s(?:\w+\s)?that|whether|conclu\w+,|conclusion,|"
    r"summary,|overall,|however,|moreover,|"
    r"furthermore,|in addition,|additionally,|finally,|thus,|"
    r"therefore,|respectively,)\s|(?:in|after|at|among|during|by|for|of|compared with|when|as|on|"
    r"within)\s[^,]{2,90},\s)",
    re.I,
)
_ARM_LINK = re.compile(
    r"^\s?(?:\w+ly\s|\([^)]{0,80}\)\s?|level\w*\s)?(?:in|with|for|among|after|following|by|on|under|when|"
    r"at|within|using|favou?ring)\s"
    r"(?:(?:the|a|an|those|patients|subjects|participants|women|men|children|people|infants|adults|"
    r"individuals|animals|mice|rats|receiving|given|treated|"
    r"taking|assigned to|allocated to|randomi[sz]ed to|in|with|who received|who were given|on|use of|"
    r"those receiving|to|who took|exposed to|of)\s){0,5}",
    re.I,
)
_TRIM_LEFT = re.compile(
    r"^(?:(?:the|a|an|both|and|or|all|there|was|were|is|we|found|observed|showed|also|either|that|this|"
    r"these|our|mean|median|average|overall|significant|"
    r"significantly|any|of|in|its|their|levels of|level of|use of|treatment with|administration of|"
    r"therapy with|supplementation with|receiving|addition of|"
    r"patients receiving|patients treated with|patients given|effects? of|with|use|on|rate of|rates of|"
    r"risk of|risks of|incidence of|the incidence of|"
    r"frequency of|odds of|likelihood of|rate|number of|numbers of|proportion of|percentage of|"
    r"occurrence of|to|for|by|results of|prevalence of)\s){1,6}",
    re.I,
)
_TRIM_RIGHT = re.compile(
    r"(?:\s(?:was|were|is|are|and|or|the|(?-i:a)|an|significantly|substantially|modestly|dramatically|"
    r"greatly|consistently|effectively|moderately|rapidly|clinically|statistically|also|of|in|to|with|has|"
    r"have|had|"
    r"been|by|did|does|do|not|may|might|can|could|would|"
    r"will|should|be|both|more|alone|treatment group|group|groups|arm|arms|recipients|on|between|for|that|"
    r"who|which|levels?|only|slightly|markedly|further|"
    r"found|observed|seen|noted|reported|shown|independently|strongly|therapy|there|tended|appears?|"
    r"seems?|failed|as))+\Z",
    re.I,
)


_CUE_WORDS = (
    "no not wit nor lac abs nei did do doe was wer is are has hav had cou can fai nev unl sim com "
    "unc equ una non ide ind the as ass lin cor led lea res cau pro sho dem exp ach rep exh yie con "
    "inc ris ele gai enh red dec dro fal low pre sup att imp ben wor det mor bet fav les inf poo rai "
    "aug boo len dou tri ext inh dim all rel del hal mit min blo eli abo ame ave dep exa agg har ros "
    "gre lon lar lat hea dee str few sma ear wea fas qui slo hig gro fel"
)
_CUE_STARTS = frozenset(_CUE_WORDS.split())
_LETTERS = re.compile(r"[A-Za-z]+")


def _find_cue(text: str) -> re.Match[str] | None:
    """`_CUE.search`, tried only where a word begins like a cue: several times faster."""
    for word in _LETTERS.finditer(text):
        if word.group()[:3].lower() in _CUE_STARTS:
            found = _CUE.match(text, word.start())
            if found is not None:
                return found
    return None


def read_statements(sentence: str) -> tuple[Statement, ...]:
    """The directional statements of a sentence, at most one for each clause."""
    text = sentence[: 4 * MAX_CLAUSE]
    read = [(span, _read_clause(text, *span)) for span in clauses(text)]
    if all(statement is None for _, statement in read):
        return ()
    estimates, p_values = read_estimates(text), read_p_values(text)
    found = []
    for (start, end), statement in read:
        if statement is not None and _OPEN_QUESTION.search(text, start, end):
            found.append(replace(statement, sense=OPEN, hedged=True))
        elif statement is not None:
            found.append(replace(statement, significant=_significance(text, statement, estimates, p_values)))
    return tuple(found)


def states_a_result(sentence: str) -> bool:
    """Whether a sentence has a word of change or comparison, or a p value, at all."""
    text = sentence[: 4 * MAX_CLAUSE]
    return _find_cue(text) is not None or bool(read_p_values(text))


def is_cue(word: str) -> bool:
    """Whether a word by itself tells a change or a comparison."""
    return _find_cue(word) is not None


def clauses(text: str) -> list[Span]:
    """Clauses by punctuation and contrast words; brackets are not cut."""
    masked = _mask_brackets(text)
    spans: list[Span] = []
    begin = 0
    for match in _CLAUSE_CUT.finditer(masked):
        if match.start() - begin > 25:
            spans.append((begin, match.start()))
            begin = match.end()
    spans.append((begin, len(text)))
    return [(a, min(b, a + MAX_CLAUSE)) for a, b in spans if b - a > 8]


def _mask_brackets(text: str) -> str:
    """The text with bracketed stretches blanked, same length; unclosed brackets are left."""
    return re.sub(r"\([^()]{0,300}\)|\[[^\[\]]{0,300}\]", lambda m: "_" * len(m[0]), text)


def _read_clause(text: str, start: int, end: int) -> Statement | None:
    clause = _mask_brackets(text[start:end])
    match = _find_cue(clause)
    if match is None:
        return None
    kind = str(match.lastgroup)
    if kind in ("assoc", "leads"):
        return _after_link(text, clause, start, match)
    if kind.startswith("null"):
        return _null(text, clause, start, match)
    family, sense = kind.split("_")
    reader = {
        "verb": _verb,
        "intr": _subject_changed,
        "noun": _noun,
        "adj": _comparative,
        "rate": _comparative,
    }[family]
    return reader(text, clause, start, match, sense)


def _after_link(text: str, clause: str, start: int, link: re.Match[str]) -> Statement | None:
    """ "X was associated with / resulted in (a) lower … of Y (than Z)"."""
    rest = clause[link.end() :]
    inner = _find_cue(rest)
    cause = _np_left(clause[: link.start()], start)
    associative = link.lastgroup == "assoc"
    negated = _negated(clause[: link.start()])
    if inner is None or inner.start() > 45 or str(inner.lastgroup) in ("assoc", "leads"):
        if not associative:
            return None
        effect = _np_right(clause, link.end(), start)
        return _made(
            NULL if negated else UP, link, start, clause, cause, effect, None, negated, True, "assoc", text
        )
    kind = str(inner.lastgroup)
    sense = NULL if kind.startswith("null") else kind.split("_")[1]
    effect_start = link.end() + inner.end()
    effect = _np_right(clause, effect_start, start, measured=True)
    comparator = _comparator(clause, effect_start, start)
    return _made(
        sense,
        inner,
        start + link.end(),
        clause,
        cause,
        effect,
        comparator,
        negated,
        associative,
        "link",
        text,
        start,
    )


def _null(text: str, clause: str, start: int, cue: re.Match[str]) -> Statement | None:
    left, right = clause[: cue.start()], clause[cue.end() :]
    kind = str(cue.lastgroup)
    negated = True
    between = re.search(r"\bbetween\s(.{2,120}?)\sand\s", right, re.I)
    cause: Span | None = None
    effect: Span | None = None
    comparator: Span | None = None
    if between and not re.match(
        r"(?:the )?(?:two|three|study|both|treatment|groups|arms|intervention groups)\b",
        between.group(1),
        re.I,
    ):
        a = cue.end() + between.start(1)
        cause = _tidy(clause, a, cue.end() + between.end(1), start)
        comparator = _np_right(clause, cue.end() + between.end(), start)
    if kind == "null_noun":
        effect_at = re.match(
            r"(?:\s(?:was|were|is|are|has been|have been)\s(?:\w+ly\s)?(?:found|observed|seen|noted|"
            r"detected|reported|shown|demonstrated|evident|present|identified)\b)?"
            r"(?:\s?_{1,300})?\s(?:in|on|for|of|with respect to|regarding|as to|in terms of|"
            r"with regard to)\s",
            right,
            re.I,
        )
        of = re.match(r"\s(?:of|for|from)\s(.{2,90}?)\s(?:on|over|in terms of)\s", right, re.I)
        if of and cause is None:
            cause = _tidy(clause, cue.end() + of.start(1), cue.end() + of.end(1), start)
            effect = _np_right(clause, cue.end() + of.end(), start)
        elif effect_at:
            effect = _np_right(clause, cue.end() + effect_at.end(), start)
        elif between:
            later = re.search(
                r"\s(?:in|for|with respect to|regarding|in terms of|with regard to|on|as "
                r"to)\s(?=[^,;]{3,120})",
                right[between.end() :],
                re.I,
            )
            if later:
                effect = _np_right(clause, cue.end() + between.end() + later.end(), start)
        if cause is None:
            had = re.search(
                r"(.{2,140})\s(?:had|has|have|showed?|shows|produced|exerted|demonstrated|provided|found|"
                r"conferred|resulted in|offers?|offered)\s?\Z",
                left,
                re.I,
            )
            cause = _np_left(had.group(1), start) if had else None
        if effect is None and not re.match(r"\s?(?:there|we|it)\b", left.strip(), re.I):
            effect = _np_left(left, start) if cause is None else None
    elif kind == "null_verb" and re.search(
        r"(?i)(?:affect|influenc|alter|modif|chang|associat|correlat)\w*(?:\swith)?\Z|(?:duc|creas|lower|"
        r"vent|prov|hanc|long|long|rais)\w*\Z",
        cue.group(),
    ):
        passive = (
            re.search(r"(?i)\b(?:was|were|is|are|been|be)\snot\s(?:\w+ly\s)?\w+ed\Z", cue.group()) is not None
            and "associated" not in cue.group().lower()
        )
        outcome = _np_right(clause, cue.end(), start)
        if (
            passive
            or outcome is None
            or re.match(r"\s?(?:\w+ly\s)?(?:in|between|among|by|with|after|from|during|over|_|,|\.|$)", right)
        ):
            effect = _np_left(left, start)
            arm = _ARM_LINK.match(right)
            cause = _np_right(clause, cue.end() + arm.end(), start) if arm and cause is None else cause
        else:
            cause, effect = _np_left(left, start), outcome
    else:
        effect = _np_left(left, start)
        arm = _ARM_LINK.match(right)
        if arm and cause is None:
            cause = _np_right(clause, cue.end() + arm.end(), start)
        comparator = comparator or _comparator(clause, cue.end(), start)
    return _made(
        NULL, cue, start, clause, cause, effect, comparator, negated, "associat" in clause.lower(), kind, text
    )


def _verb(text: str, clause: str, start: int, cue: re.Match[str], sense: str) -> Statement | None:
    """ "X reduced Y" (active), "Y was reduced by/with/in X" (passive), "Y decreased in X" (intransitive)."""
    left, right = clause[: cue.start()], clause[cue.end() :]
    passive = _AUXILIARY.search(left) is not None
    lacks_object = re.match(
        r"\s?(?:\w+ly\b\s?)?(?:_|in\b|with\b|by\b|after\b|from\b|to\b|among\b|following\b|during\b|over\b|"
        r"compared\b|than\b|for\b|at\b|between\b|when\b|,|\.|$|and\b|both\b)",
        right,
        re.I,
    )
    if cue.group().lower().endswith(("ed", "er")) and re.search(
        r"\b(?:a|an|the|of|with|to)\s(?:\w+ly\s)?\Z", left, re.I
    ):
        return _comparative(text, clause, start, cue, sense)
    if passive or lacks_object:
        return _subject_changed(text, clause, start, cue, sense)
    cause = _np_left(left, start)
    effect = _np_right(clause, cue.end(), start, measured=True)
    comparator = _comparator(clause, cue.end(), start)
    return _made(sense, cue, start, clause, cause, effect, comparator, _negated(left), False, "active", text)


def _subject_changed(text: str, clause: str, start: int, cue: re.Match[str], sense: str) -> Statement | None:
    left, right = clause[: cue.start()], clause[cue.end() :]
    effect = _np_left(left, start)
    arm = _ARM_LINK.match(right) or re.search(
        r"\s(?:in|by|with)\sthe\s(?=[\w\s-]{2,60}\b(?:group|arm)\b)", right, re.I
    )
    cause = _np_right(clause, cue.end() + arm.end(), start) if arm else None
    comparator = _comparator(clause, cue.end(), start)
    return _made(sense, cue, start, clause, cause, effect, comparator, _negated(left), False, "passive", text)


def _noun(text: str, clause: str, start: int, cue: re.Match[str], sense: str) -> Statement | None:
    """ "a significant reduction in Y (was seen) with X (than Z)"."""
    left, right = clause[: cue.start()], clause[cue.end() :]
    effect = _np_right(clause, cue.end(), start)
    arm = re.search(
        r"\s(?:with|in the|by|after|following|among those|for|in favou?r of|favou?ring|in patients "
        r"(?:receiving|treated with|given))\s",
        right,
        re.I,
    )
    cause = _np_right(clause, cue.end() + arm.end(), start) if arm else None
    if cause is None:
        subject = re.search(
            r"(.{2,120}?)\s(?:had|showed|produced|achieved|caused|induced|provided|experienced|found)\b",
            left,
            re.I,
        )
        cause = _np_left(subject.group(1), start) if subject else None
    if effect is not None and cause is not None and effect[0] < cause[0] < effect[1]:
        effect = _tidy(clause, effect[0] - start, cue.end() + (arm.start() if arm else 0), start)
    comparator = _comparator(clause, cue.end(), start)
    return _made(sense, cue, start, clause, cause, effect, comparator, _negated(left), False, "noun", text)


def _comparative(text: str, clause: str, start: int, cue: re.Match[str], sense: str) -> Statement | None:
    """ "Y was lower in X than in Z", "fewer Y in X than in Z", "X was superior to Z in Y"."""
    left, right = clause[: cue.start()], clause[cue.end() :]
    comparator = _comparator(clause, cue.end(), start)
    superior = re.match(
        r"\s(?:to|than)\s(.{2,90}?)\s(?:in|for|with respect to|regarding|at|in terms of|on|with regard to)\s",
        right,
        re.I,
    )
    if (
        sense in (BETTER, WORSE)
        and re.match(r"(?i)superior|inferior|more|less", cue.group())
        and re.match(r"\s(?:to|than)\s", right, re.I)
    ):
        cause = _np_left(left, start)
        if superior:
            rival = _tidy(clause, cue.end() + superior.start(1), cue.end() + superior.end(1), start)
            effect = _np_right(clause, cue.end() + superior.end(), start)
        else:
            rival, effect = _np_right(clause, cue.end() + 4, start), None
        return _made(sense, cue, start, clause, cause, effect, rival, _negated(left), False, "superior", text)
    if cue.group().lower().endswith("likely") and re.match(r"\sto\s", right, re.I):
        return _likely(text, clause, start, cue, sense, comparator)
    attributive = (
        not _AUXILIARY.search(left) and re.match(r"\s[A-Za-z]", right) and not _ARM_LINK.match(right)
    )
    if attributive and not _COMPARATOR.match(right.lstrip() and right):
        return _attributive(text, clause, start, cue, sense, comparator)
    effect = _np_left(left, start)
    arm = _ARM_LINK.match(right)
    cause = _np_right(clause, cue.end() + arm.end(), start) if arm else None
    return _made(
        sense, cue, start, clause, cause, effect, comparator, _negated(left), False, "comparative", text
    )


_DEED = re.compile(
    r"\sto\s(?:(?:have|be|develop|experience|report|suffer(?:\sfrom)?|achieve|show|undergo|receive|get|need)\b)?",
    re.I,
)


def _likely(
    text: str, clause: str, start: int, cue: re.Match[str], sense: str, comparator: Span | None
) -> Statement | None:
    """ "X were more likely to have Y (than Z)"."""
    deed = _DEED.match(clause, cue.end())
    left = clause[: cue.start()]
    effect = _np_right(clause, deed.end() if deed else cue.end(), start)
    cause = _np_left(left, start)
    return _made(sense, cue, start, clause, cause, effect, comparator, _negated(left), False, "active", text)


def _attributive(
    text: str, clause: str, start: int, cue: re.Match[str], sense: str, comparator: Span | None
) -> Statement | None:
    """ "fewer relapses occurred with X than with Z", "X had a lower rate of Y"."""
    left, right = clause[: cue.start()], clause[cue.end() :]
    effect = _np_right(clause, cue.end(), start, measured=True)
    arm = re.search(r"\s(?:in|with|among|for|after|on)\s(?:the\s)?(?=[A-Za-z])", right, re.I)
    cause = _np_right(clause, cue.end() + arm.end(), start) if arm else _np_left(left, start)
    if arm and effect is not None and cause is not None and effect[1] > cause[0]:
        effect = _tidy(clause, effect[0] - start, cue.end() + arm.start(), start)
    return _made(
        sense, cue, start, clause, cause, effect, comparator, _negated(left), False, "attributive", text
    )


def _made(
    sense: str,
    cue: re.Match[str],
    offset: int,
    clause: str,
    cause: Span | None,
    effect: Span | None,
    comparator: Span | None,
    negated: bool,
    associative: bool,
    form: str,
    text: str,
    start: int | None = None,
) -> Statement:
    begin = offset if start is None else start
    return Statement(
        sense=sense,
        cue=(offset + cue.start(), offset + cue.end()),
        cause=cause,
        effect=effect,
        comparator=comparator,
        negated=negated,
        hedged=_HEDGE.search(clause) is not None,
        significant=None,
        associative=associative,
        form=form,
        clause=(begin, begin + len(clause)),
    )


def _negated(left: str) -> bool:
    return (
        re.search(
            r"\b(?:not|no|neither|nor|never|failed to|without|unable to|n't|cannot)\s(?:\w+\s){0,3}\Z",
            left,
            re.I,
        )
        is not None
    )


def _np_left(left: str, start: int) -> Span | None:
    """The noun phrase that ends the left context."""
    lead = _LEAD.match(left)
    begin = lead.end() if lead and lead.end() < len(left) - 2 else 0
    cut = max(left.rfind(", ", begin), left.rfind(": ", begin))
    if cut > begin and len(left) - cut > 6 and not re.search(r",\s(?:and|or)\s", left[begin:]):
        begin = cut + 2
    return _tidy(left, begin, len(left), start)


def _np_right(clause: str, begin: int, start: int, measured: bool = False) -> Span | None:
    """The noun phrase that begins at `begin`; `measured` keeps "the risk of …" together."""
    skip = re.match(
        r"[\s,]{0,3}(?:(?:risk|rate|odds|incidence|likelihood|chance|probability)s?\s(?:of|for)\s)?",
        clause[begin:],
        re.I,
    )
    begin += skip.end() if skip else 0
    cut = _NP_END.search(clause, begin + 1)
    limit = min(cut.start() if cut else len(clause), begin + 140)
    return _tidy(clause, begin, limit, start)


def _comparator(clause: str, begin: int, start: int) -> Span | None:
    match = _COMPARATOR.search(clause, begin)
    return _np_right(clause, match.end(), start) if match else None


_EMPTY = re.compile(
    r"(?:it|they|we|this|these|that|there|he|she|which|who|both|all|results?|one|those|groups?|"
    r"treatments?|patients|the two groups|"
    r"findings|study|data|however|respectively|overall|two|three|age|sex|significan\w+|p|no|not|time|"
    r"baseline|also|and|or|a|"
    r"the|in|of|two groups|three groups|rate|rates|risk|"
    r"number|incidence|levels?|values?|difference|differences|evidence|effect|effects|changes?|"
    r"either group|both groups|each group|other groups?)\Z",
    re.I,
)


def _tidy(text: str, begin: int, end: int, start: int) -> Span | None:
    """Trim a phrase to its words; None when nothing that names a thing is left."""
    piece = text[begin:end].replace("_", " ")
    lead = _TRIM_LEFT.match(piece.lstrip() + " ")
    indent = len(piece) - len(piece.lstrip())
    cut = min(indent + (lead.end() if lead else 0), len(piece))
    if not re.search(r"[^\W\d_]{2}", piece[cut:]):
        cut = indent
    tail = _TRIM_RIGHT.search(piece.rstrip(" ,.;:-"))
    stop = tail.start() if tail and tail.start() > cut else len(piece.rstrip(" ,.;:-"))
    words = piece[cut:stop].rstrip(" ,.;:-")
    stop = cut + len(words)
    if len(words) < 2 or len(words) > 140 or _EMPTY.match(words) or not re.search(r"[^\W\d_]{2}", words):
        return None
    return start + begin + cut, start + begin + stop


def _significance(
    text: str, statement: Statement, estimates: tuple[FoundEstimate, ...], p_values: tuple[FoundP, ...]
) -> bool | None:
    start, end = statement.clause
    clause = text[start:end]
    if statement.sense == NULL or _NOT_SIGNIFICANT.search(clause):
        return False
    own = [p.significant for p in p_values if start <= p.start < end + 40 and p.significant is not None]
    if own:
        return all(own) if len(own) > 1 else own[0]
    crossing = [_excludes_null(e) for e in estimates if start <= e.start < end + 40 and e.low is not None]
    if crossing:
        return crossing[0]
    return True if _SIGNIFICANT.search(clause) else None


def _excludes_null(estimate: FoundEstimate) -> bool:
    low, high = sorted((estimate.low or 0.0, estimate.high or 0.0))
    null = estimate.measure.null_value
    return not low <= null <= high
