"""Machine learning: the method a paper introduces, what it improves on, extends, uses and is measured by."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from aitia.domains.registry import adapter_for
from aitia.model.claim import Claim
from aitia.model.keys import ClaimId, stable_id
from aitia.model.paper import Paper
from aitia.model.scales import Direction, Domain, SentenceRole
from aitia.reading.paper.document import ReadSentence
from aitia.reading.paper.quoting import quote_window
from aitia.words.methods import METHODS, method_key

Span = tuple[int, int]


_METHODS = (
    r"(?:vanilla\s|original\s|standard\s)?(?:[234]D[\s-]?)?Gaussians?[\s-]Splatting(?:\s?\([\w-]{2,8}\))?|"
    r"\b[234]D-?GS\b|\bNeRFs?\b|"
    r"[Nn]eural [Rr]adiance [Ff]ields?(?:\s?\(NeRFs?\))?|\bMip-?NeRF(?:[\s-]?360)?\b|\bInstant-?NGP\b|"
    r"\bPlenoxels\b|\bTensoRF\b|\bCOLMAP\b|\bMip-Splatting\b|"
    r"\bScaffold-GS\b|\bSuGaR\b|\b2DGS\b|\bLangSplat\b|\bNeuS\b|\bSAM\b|\bCLIP\b|\bDUSt3R\b|\bMASt3R\b|"
    r"\bVGGT\b|\bpixelSplat\b|\bMVSplat\b|\bSplaTAM\b|\bMonoGS\b|"
    r"\bBERT\b|\bGPT-?[234]\b|\bResNet(?:-\d{2,3})?\b|\bTransformers?\b|\bLSTMs?\b|\b[Dd]iffusion "
    r"[Mm]odels?\b|\bGANs?\b|\bVAEs?\b|\bLoRA\b|\bspherical harmonics\b|"
    r"\b[A-Z][\w-]{0,20}(?:Splat|Splatting|Gaussian|Gaussians|NeRF|GS|SLAM|Former|Net|GAN|BERT|Diffusion)\b"
)
_TECHNIQUES = "|".join(
    (
        r"\b[Ss]core [Dd]istillation(?: [Ss]ampling)?(?:\s?\(SDS\))?",
        r"\b(?:SfM|MVS|SLAM|FLAME|SDFs?|MLPs?|LLMs?|SMPL(?:-X)?|DINO(?:v2)?)\b",
        r"\b[Ss]tructure[ -]from[ -][Mm]otion(?:\s?\(SfM\))?",
        r"\b[Mm]ulti-?[Vv]iew [Ss]tereo(?:\s?\(MVS\))?",
        r"\b[Mm]onocular [Dd]epth [Ee]stimation\b",
        r"\b[Ss]igned [Dd]istance (?:[Ff]unctions?|[Ff]ields?)(?:\s?\(SDFs?\))?",
        r"\b[Mm]ulti-?[Ll]ayer [Pp]erceptrons?(?:\s?\(MLPs?\))?",
        r"\b[Dd]eformation (?:[Ff]ields?|[Nn]etworks?)\b",
        r"\b[Hh]ash[ -](?:[Gg]rids?|[Ee]ncodings?)\b",
        r"\b(?:[Tt]ri|[Hh]ex)-?[Pp]lanes?\b",
        r"\b[Oo]ctrees?\b",
        r"\b[Vv]ector [Qq]uantization\b",
        r"\b[Ll]arge [Ll]anguage [Mm]odels?(?:\s?\(LLMs?\))?",
        r"\b[Vv]ision[ -][Ll]anguage [Mm]odels?(?:\s?\(VLMs?\))?",
        r"\b(?:[Vv]ision |[Vv]isual )?[Ff]oundation [Mm]odels?\b",
        r"\b[Mm]aterial [Pp]oint [Mm]ethod(?:\s?\(MPM\))?",
        r"\b[Pp]hysically[ -][Bb]ased [Rr]endering(?:\s?\(PBR\))?",
        r"\b[Rr]ay[ -][Tt]racing\b",
        r"\b[Vv]olum(?:e|etric) [Rr]endering\b",
        r"\b[Dd]ifferentiable (?:[Rr]asteri[sz]ation|[Rr]endering)\b",
        r"\b[Ll]inear [Bb]lend [Ss]kinning\b",
        r"\b[Bb]undle [Aa]djustment\b",
        r"\b[Cc]ontrastive [Ll]earning\b",
    )
)
_METHOD = re.compile(f"{_METHODS}|{_TECHNIQUES}")
_DATASET = re.compile(
    r"\b(?:Mip-?NeRF[\s-]?360|Tanks (?:and|&) Temples|Tanks&Temples|Deep ?Blending|ScanNet(?:\+\+)?|"
    r"Replica|DTU|KITTI(?:-360)?|Waymo(?: Open)?|nuScenes|"
    r"RealEstate10K|ACID|DL3DV(?:-10K)?|LLFF|BlendedMVS|TUM[- ]RGBD|TUM|Neu3D|D-NeRF|HyperNeRF|"
    r"NeRF[- ]Synthetic|Objaverse|CO3D|MatrixCity|Mill-?19|UrbanScene3D|"
    r"ZJU-MoCap|PeopleSnapshot|EndoNeRF|ImageNet(?:-1K)?|CIFAR-?100?|MNIST|COCO|SQuAD|GLUE|LERF|ADE20K|"
    r"Cityscapes)\b(?:\s(?:dataset|benchmark)s?)?|"
    r"\b[A-Z][\w+-]{1,24}(?:\s[A-Z0-9][\w+-]{1,20}){0,3}\s(?:datasets?|benchmarks?)\b"
)
_METRIC = re.compile(
    r"\b(?:PSNR|SSIM|LPIPS|FPS|mIoU|IoU|FID|F1(?:[- ]score)?|BLEU|ROUGE|perplexity|accuracy|Chamfer "
    r"[Dd]istance|absolute trajectory error|ATE|AUROC|MSE|RMSE)\b"
)
_PROPOSES = re.compile(
    r"\b(?:we|this (?:paper|work|article|report)|(?:our|the) (?:paper|work))\s(?:\w+ly\s|then\s|first\s|"
    r"also\s|thus\s|here\s)?(?:propose[sd]?|introduce[sd]?|present(?:s|ed)?|develop(?:s|ed)?|"
    r"describe[sd]?|contribute[sd]?|devise[sd]?|design(?:s|ed)?|formulate[sd]?|explore[sd]?)\s",
    re.I,
)
_IMPROVES = re.compile(
    r"(?P<verb>\b(?:outperform(?:s|ed|ing)?|surpass(?:es|ed|ing)?|exceed(?:s|ed|ing)?|beats?|improv(?:es?|"
    r"ed|ing|ements?)\s(?:\w+\s){0,6}?(?:upon|over|on|of)|superior\s(?:\w+\s){0,4}?(?:to|over)|"
    r"(?:faster|better|higher|fewer|less|lower|smaller|more \w+)\s(?:\w+\s){0,6}?than|(?:compared|"
    r"comparison|relative)\s(?:to|with)|"
    r"address(?:es|ing)?\s(?:\w+\s){0,4}?(?:limitations?|issues?|problems?|shortcomings)\s(?:of|in)|"
    r"speed(?:s|ing)?[- ]?up|accelerat(?:es?|ed|ing)|compress(?:es|ing)?|enhanc(?:es?|ed|ing)|"
    r"improv(?:es?|ed|ing)))\s",
    re.I,
)
_GAIN = re.compile(
    r"\b(?:outperform|surpass|exceed|beat|improv|superior|faster|better|higher|fewer|lower|smaller|reduc|"
    r"speed|accelerat|state-of-the-art|enhanc|boost|gain)\w*",
    re.I,
)
_EXTENDS = re.compile(
    r"\b(?:extend(?:s|ed|ing)?|build(?:s|ing)?\s(?:up)?on|built\s(?:up)?on|based on|generali[sz](?:es?|"
    r"ing)|adapt(?:s|ed|ing)?|extension of|variant of|inspired by|combin(?:es?|ing))\s",
    re.I,
)
_USES = re.compile(
    r"\b(?:us(?:es?|ing)|leverag(?:es?|ing)|employ(?:s|ing)?|utili[sz](?:es?|ing)|adopt(?:s|ing)?|"
    r"exploit(?:s|ing)?|appl(?:y|ies|ying)|via|through|relies on|incorporat(?:es?|ing)|integrat(?:es?|ing)|"
    r"powered by|represented (?:by|as|with))\s",
    re.I,
)
_OWN = re.compile(
    r"(?i)\b(?:we|our|ours|us|the proposed|this (?:paper|work|method|approach)|experiments?|extensive|"
    r"evaluations?|results?)\b"
)
_FAULTS = re.compile(
    r"(?i)\b(?:however|suffers?|struggles?|fails?|limited|challenges?|existing|recent(?:ly)?|prior|"
    r"previous|although|despite)\b"
)
_NAME = re.compile(r"^[\s\"'“]{0,2}([A-Za-z0-9][\w+.³²^$*-]{1,30}(?:[\s-][A-Z0-9][\w+-]{0,20}){0,3})\s?:")
_COINED = re.compile(
    r"\b(?:propose|introduce|present|develop|termed|called|named|dubbed|coined(?: as)?|namely)\s(?:a\s|"
    r"an\s|the\s)?(?P<name>[A-Z0-9][\w+-]{0,25}(?:[A-Z][\w+-]*|-\w+|"
    r"\d\w*)(?:\s[A-Z0-9][\w-]{1,20}){0,2})(?=[\s,.;:(])"
)
_PROPOSED_THING = re.compile(
    r"\b(?:a|an|the first)\s((?:[\w-]+\s){1,7}(?:framework|method|approach|pipeline|system|model|"
    r"representation|algorithm|network|architecture|technique|paradigm|dataset|benchmark|strategy|"
    r"module|scheme|solution|formulation|mechanism|loss|renderer|simulator|toolkit|survey|review))\b"
)


_BARE_THING = re.compile(
    r"(?i)(?:(?:novel|new|first|simple|efficient|effective|unified|general|large)\s){0,3}"
    r"(?:framework|method|approach|pipeline|system|model|algorithm|technique|solution|strategy|dataset|scheme)\Z"
)


def is_machine_learning(paper: Paper) -> bool:
    """Whether a paper belongs to machine learning: not indexed for medicine, with cue words of the domain."""
    if paper.pmid or paper.pmcid:
        return False
    low = f" {paper.title.lower()} {paper.abstract[:3000].lower()} "
    hits = sum(
        cue in low and re.search(rf"\b{re.escape(cue)}", low) is not None
        for cue in adapter_for(Domain.MACHINE_LEARNING).cues
    )
    return hits >= 2 or (paper.arxiv_id is not None and hits >= 1)


def read_landscape(paper: Paper, document: Sequence[ReadSentence]) -> tuple[Claim, ...]:
    """The relations that a machine-learning paper states of its own method."""
    own = method_name(paper, document)
    coined = {method_key(m.group("name")) for s in document for m in _COINED.finditer(s.text[:1500])}
    coined -= METHODS
    claims: dict[tuple[str, str], Claim] = {}
    for sentence in document:
        if sentence.role is SentenceRole.OTHERS and not _OWN.search(sentence.text):
            continue
        for claim in _relations(paper, sentence, own):
            key = (claim.relation, method_key(claim.effect))
            if claim.effect_type == "Method" and key[1] in coined:
                continue
            if key not in claims or claims[key].confidence < claim.confidence:
                claims[key] = claim
    return tuple(claims.values())


def method_name(paper: Paper, document: Sequence[ReadSentence]) -> str | None:
    """What the paper calls its own method: the title before a colon, or the name it coins."""
    title = _NAME.match(paper.title)
    if title and len(title.group(1).split()) <= 3:
        return title.group(1).strip()
    for sentence in document:
        match = _COINED.search(sentence.text)
        if match and method_key(match.group("name")) not in METHODS:
            return match.group("name")
    return None


def _relations(paper: Paper, sentence: ReadSentence, own: str | None) -> Iterator[Claim]:
    text = sentence.text[:1500]
    proposing = _PROPOSES.search(text)
    speaks_of_own = bool(_OWN.search(text)) or (own is not None and own.lower() in text.lower())
    if sentence.section_id == "title" or not speaks_of_own:
        return
    source = own or f"{paper.title[:80].rstrip(' .:')}"
    if proposing:
        thing = _PROPOSED_THING.search(text, proposing.start())
        if thing and own and not _BARE_THING.match(thing.group(1)):
            yield _claim(paper, sentence, own, "introduces", thing.group(1), "Concept", thing.span(1), 0.82)
    for relation, span, confidence in _method_links(text, proposing is not None, own):
        target = text[slice(*span)]
        if method_key(target) != method_key(source):
            yield _claim(paper, sentence, source, relation, target, "Method", span, confidence)
    if re.search(
        r"(?i)\b(?:dataset|benchmark|experiment|evaluat|result|achiev|demonstrat|PSNR|scenes)\w*", text
    ):
        for pattern, kind in ((_DATASET, "Dataset"), (_METRIC, "Metric")):
            for match in pattern.finditer(text):
                if not re.match(
                    r"(?i)(?:the|our|we|extensive|large|new|several|these|synthetic|real|multiple|public)\b",
                    match.group(),
                ):
                    yield _claim(paper, sentence, source, "evaluates", match.group(), kind, match.span(), 0.7)


def _method_links(text: str, proposing: bool, own: str | None) -> Iterator[tuple[str, Span, float]]:
    """The other methods of a sentence with the relation that its wording gives them."""
    named = own is not None and own.lower() in text.lower()
    bonus = 0.1 if named else 0.0
    for match in _METHOD.finditer(text):
        if own and match.group().lower() == own.lower():
            continue
        before = text[max(0, match.start() - 90) : match.start()]
        cut = max(before.rfind(". "), before.rfind("; "))
        before = before[cut + 1 :]
        improved = list(_IMPROVES.finditer(before + " "))
        extended, used = list(_EXTENDS.finditer(before)), list(_USES.finditer(before))
        places = [
            (x[-1].start(), kind)
            for x, kind in ((improved, "improves_on"), (extended, "extends"), (used, "uses"))
            if x
        ]
        mine = proposing or named or re.search(r"(?i)\b(?:our|we)\b", before) is not None
        if not places or (_FAULTS.search(text[: match.start()]) and not mine):
            continue
        _, kind = max(places)
        if kind == "improves_on" and re.match(r"(?i)compar|comparison|relative", improved[-1].group("verb")):
            kind = (
                "improves_on"
                if _GAIN.search(text[: match.start()]) or _GAIN.search(text[match.end() :])
                else "compares_to"
            )
        yield (
            kind,
            match.span(),
            {"improves_on": 0.74, "extends": 0.7, "uses": 0.66, "compares_to": 0.62}[kind] + bonus,
        )


def _claim(
    paper: Paper,
    sentence: ReadSentence,
    source: str,
    relation: str,
    target: str,
    kind: str,
    span: Span,
    sure: float,
) -> Claim:
    start, end = quote_window(sentence.text, [span])
    quote = sentence.quote(start, end)
    parts = (
        paper.paper_id,
        quote.passage_id,
        f"{quote.char_start}-{quote.char_end}",
        source,
        relation,
        target,
    )
    role = (
        sentence.role
        if sentence.role in (SentenceRole.RESULT, SentenceRole.CONCLUSION)
        else SentenceRole.RESULT
    )
    return Claim(
        claim_id=ClaimId(stable_id("claim", *parts)),
        paper_id=paper.paper_id,
        cause=source,
        cause_type="Method",
        effect=target,
        effect_type=kind,
        relation=relation,
        direction=Direction.UNCLEAR,
        quote=quote,
        role=role,
        confidence=round(sure, 3),
    )
