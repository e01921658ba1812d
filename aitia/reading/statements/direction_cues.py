"""Words that tell a change or a comparison."""

from __future__ import annotations

import re

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
_CUE_WORDS = (
    "no not wit nor lac abs nei did do doe was wer is are has hav had cou can fai nev unl sim com "
    "unc equ una non ide ind the as ass lin cor led lea res cau pro sho dem exp ach rep exh yie con "
    "inc ris ele gai enh red dec dro fal low pre sup att imp ben wor det mor bet fav les inf poo rai "
    "aug boo len dou tri ext inh dim all rel del hal mit min blo eli abo ame ave dep exa agg har ros "
    "gre lon lar lat hea dee str few sma ear wea fas qui slo hig gro fel"
)
_CUE_STARTS = frozenset(_CUE_WORDS.split())
_LETTERS = re.compile(r"[A-Za-z]+")


def find_cue(text: str) -> re.Match[str] | None:
    """`_CUE.search`, tried only where a word begins like a cue: several times faster."""
    for word in _LETTERS.finditer(text):
        if word.group()[:3].lower() in _CUE_STARTS:
            found = _CUE.match(text, word.start())
            if found is not None:
                return found
    return None


def is_cue(word: str) -> bool:
    """Whether a word by itself tells a change or a comparison."""
    return find_cue(word) is not None
