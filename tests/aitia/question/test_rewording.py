"""Everyday wordings are read as the plain question that they ask."""

from __future__ import annotations

import pytest

from aitia.model.scales import Direction
from aitia.question import QuestionError, read_question
from aitia.question.rewording import reworded

UP, DOWN = Direction.INCREASES, Direction.DECREASES

EFFECTS = [
    ("Does zinc heal wounds faster?", "zinc", "wound healing", None, UP),
    ("Do antibiotics heal bronchitis?", "antibiotics", "bronchitis healing", None, UP),
    ("Does clonidine prolong nerve block?", "clonidine", "duration of nerve block", None, UP),
    ("Does magnesium shorten labour?", "magnesium", "duration of labour", None, DOWN),
    ("Does coffee harm the heart?", "coffee", "heart disease", None, UP),
    ("Does laser therapy speed up healing?", "laser therapy", "healing", None, UP),
    ("Does early walking speed recovery after stroke?", "early walking", "recovery after stroke", None, UP),
    ("Does gum hasten the return of bowel function?", "gum", "return of bowel function", None, UP),
    ("Does lifting build muscle in older people?", "lifting", "muscle", "older people", UP),
    ("Can ginger settle morning sickness?", "ginger", "morning sickness", None, DOWN),
    ("What does coffee do to blood pressure?", "coffee", "blood pressure", None, None),
    ("Does PSA screening save lives?", "PSA screening", "death", None, DOWN),
    ("Does vitamin A save children's lives?", "vitamin A", "death", "children", DOWN),
    ("Does exercise benefit people with asthma?", "exercise", "asthma", None, DOWN),
    ("Does dialysis prolong life in adults?", "dialysis", "survival", "adults", UP),
    ("Do patients on beta blockers live longer?", "beta blockers", "survival", None, UP),
    ("Does coffee make people live longer?", "coffee", "survival", None, UP),
    ("Does proning help patients with ARDS survive?", "proning", "survival", "patients with ARDS", UP),
    ("Has remdesivir been shown to reduce mortality?", "remdesivir", "mortality", None, DOWN),
    ("Have statins been linked to diabetes?", "statins", "diabetes", None, None),
    (
        "Does cranberry stop bladder infections coming back?",
        "cranberry",
        "recurrence of bladder infections",
        None,
        DOWN,
    ),
    ("Do stockings keep clots from forming?", "stockings", "clots", None, DOWN),
    ("Should children with asthma get steroids?", "steroids", "asthma", "children", DOWN),
    ("Is ibuprofen safe in pregnancy?", "ibuprofen", "adverse events", "pregnancy", None),
    ("Is early feeding safe after surgery?", "early feeding", "adverse events after surgery", None, None),
    ("Does vaping harm teenagers?", "vaping", "adverse events", "teenagers", UP),
    ("Are smokers at higher risk of wound infection?", "smokers", "wound infection", None, UP),
    ("Are smokers more likely to have small babies?", "smokers", "small babies", None, UP),
    ("Are obese people less likely to get fractures?", "obese people", "fractures", None, DOWN),
    ("Do women given epidurals need more caesareans?", "epidurals", "caesareans", "women", UP),
    ("Does breast feeding make children smarter?", "breast feeding", "intelligence", "children", UP),
    ("Does a bland diet make people with IBS better?", "bland diet", "IBS", None, None),
    ("Is chemotherapy effective for lymphoma?", "chemotherapy", "survival", "lymphoma", UP),
    ("Is aspirin effective in preventing cancer?", "aspirin", "cancer", None, DOWN),
    ("Is green tea good against cancer?", "green tea", "cancer", None, DOWN),
    ("Is honey helpful for cough in kids?", "honey", "cough", "kids", DOWN),
    ("Does milk improve the health of children?", "milk", "health of children", None, None),
    ("Can you prevent dementia with puzzles?", "puzzles", "dementia", None, DOWN),
    ("Do higher doses lower mortality further?", "higher doses", "mortality", None, DOWN),
    ("Is keyhole surgery associated with faster recovery?", "keyhole surgery", "recovery", None, UP),
    ("What's the effect of yoga on anxiety?", "yoga", "anxiety", None, None),
    ("Has screening lowered deaths from cancer?", "screening", "deaths from cancer", None, DOWN),
    ("How safe is paracetamol in pregnancy?", "paracetamol", "adverse events", "pregnancy", None),
    ("How harmful is smoke to children?", "smoke", "adverse events", "children", None),
    ("Are antibiotics needed for sinusitis?", "antibiotics", "sinusitis", None, DOWN),
    ("Is depression treatable with fluoxetine?", "fluoxetine", "depression", None, DOWN),
    (
        "Does breastfeeding for longer than six months protect against asthma?",
        "breastfeeding for longer than six months",
        "asthma",
        None,
        DOWN,
    ),
    ("Is magnesium any good for leg cramps?", "magnesium", "leg cramps", None, None),
    ("Do women live longer if they take hormones?", "hormones", "survival", "women", UP),
    ("Does sitting too much shorten life?", "sitting too much", "survival", None, DOWN),
    ("Can a bland diet control IBS symptoms?", "bland diet", "IBS symptoms", None, DOWN),
    ("Does fish oil help with dry eyes?", "fish oil", "dry eyes", None, None),
    ("Is there good evidence for acupuncture in migraine?", "acupuncture", "migraine", None, DOWN),
    ("Do statins protect the kidneys?", "statins", "kidney disease", None, DOWN),
    ("Has aspirin been shown to be effective for migraine?", "aspirin", "migraine", None, DOWN),
    ("Are smokers more likely to die?", "smokers", "death", None, UP),
    ("What are the side effects of statins?", "statins", "adverse events", None, None),
    ("What are the long-term risks of PPI use?", "PPI use", "adverse events", None, None),
    ("Is aspirin safe?", "aspirin", "adverse events", None, None),
    ("Is there any proof homeopathy works for hay fever?", "homeopathy", "hay fever", None, DOWN),
    ("Is there any benefit of fusion in adults with back pain?", "fusion", "back pain", "adults", DOWN),
    ("Is it worth taking zinc for a cold?", "zinc", "cold", None, None),
    ("Should I take aspirin to prevent a heart attack?", "aspirin", "heart attack", None, DOWN),
    ("Should I use honey for a cough?", "honey", "cough", None, DOWN),
    ("Can my child get autism from vaccines?", "vaccines", "autism", None, UP),
    ("How many deaths does screening prevent?", "screening", "deaths", None, DOWN),
    ("Was mortality lower in patients who got remdesivir?", "remdesivir", "mortality", None, DOWN),
    ("Were infections fewer in children given zinc?", "zinc", "infections", "children", DOWN),
    ("Does hypnosis help with giving up smoking?", "hypnosis", "smoking cessation", None, UP),
    ("Is aspirin effective for stroke prevention?", "aspirin", "stroke", None, DOWN),
    ("Metformin for PCOS", "Metformin", "PCOS", None, None),
    ("Ketamine for depression: does it work?", "Ketamine", "depression", None, DOWN),
    ("Honey for cough in children", "Honey", "cough", "children", DOWN),
    ("Antibiotic treatment for sinusitis", "Antibiotic treatment", "sinusitis", None, DOWN),
    ("Aspirin for preeclampsia prevention in women", "Aspirin", "preeclampsia", "women", DOWN),
    # How many of a group, or what it has more of.
    ("Do fewer people die if they take statins?", "statins", "mortality", None, DOWN),
    ("Do more patients survive with early surgery?", "early surgery", "survival", None, UP),
    ("Do more patients recover with early surgery?", "early surgery", "recovery", None, UP),
    ("Do more people respond with lithium?", "lithium", "response", None, UP),
    ("Do patients treated by female doctors die less often?", "female doctors", "mortality", None, DOWN),
    ("Do children given zinc get less diarrhoea?", "zinc", "diarrhoea", "children", DOWN),
    ("Do people who drink coffee get less diabetes?", "coffee", "diabetes", None, DOWN),
    ("Does vitamin A save babies?", "vitamin A", "death", "babies", DOWN),
    ("Does early walking get patients home sooner?", "early walking", "hospital stay", None, DOWN),
    ("Does gum bring back bowel function earlier?", "gum", "return of bowel function", None, UP),
    ("Does minoxidil regrow hair?", "minoxidil", "hair growth", None, UP),
    ("Does microfinance lift people out of poverty?", "microfinance", "poverty", None, DOWN),
    ("Does omega-3 do anything for depression?", "omega-3", "depression", None, DOWN),
    ("Does it help to wear a mask against flu?", "mask", "flu", None, None),
    ("How effective is the flu vaccine in the elderly?", "flu vaccine", "flu", "elderly", DOWN),
    ("How well does the measles vaccine work?", "measles vaccine", "measles", None, DOWN),
    ("Is it dangerous to take ibuprofen while pregnant?", "ibuprofen", "adverse events", "pregnancy", None),
    ("Is it safe to take aspirin?", "aspirin", "adverse events", None, None),
    ("Are there any downsides to statins?", "statins", "adverse events", None, None),
    ("Is yoga effective in adults with asthma?", "yoga", "asthma", "adults", DOWN),
    ("Does surgery lower death in people?", "surgery", "death", None, DOWN),
    # As a title says it, or as people say what becomes of something.
    ("Do statins prevent dementia or not?", "statins", "dementia", None, DOWN),
    ("Is more exercise better for the heart?", "more exercise", "heart disease", None, DOWN),
    ("Is sitting worse for the heart?", "sitting", "heart disease", None, UP),
    ("Is smog bad for children's lungs?", "smog", "lung disease", "children", UP),
    ("Can fasting put diabetes into remission?", "fasting", "remission of diabetes", None, UP),
    (
        "What happens to blood pressure when you stop taking pills?",
        "stopping pills",
        "blood pressure",
        None,
        None,
    ),
    ("What happens to blood sugar if you drink coffee?", "coffee", "blood sugar", None, None),
    ("Association of vitamin D with mortality", "vitamin D", "mortality", None, None),
    ("Are smoking and asthma linked in children?", "smoking", "asthma", "children", None),
    ("Efficacy and safety of tofacitinib in colitis", "tofacitinib", "colitis", None, None),
    ("Safety of paracetamol in pregnancy", "paracetamol", "adverse events", "pregnancy", None),
    ("Does methadone keep people in treatment?", "methadone", "retention in treatment", None, UP),
    ("Is one dose of azithromycin enough for trachoma?", "one dose of azithromycin", "trachoma", None, None),
    ("Does giving up alcohol lower blood pressure?", "giving up alcohol", "blood pressure", None, DOWN),
    # Who and what for, told apart.
    (
        "Is yoga effective for pain in women with endometriosis?",
        "yoga",
        "pain",
        "women with endometriosis",
        DOWN,
    ),
    (
        "Is chemotherapy effective in patients with lung cancer?",
        "chemotherapy",
        "survival",
        "lung cancer",
        UP,
    ),
    (
        "Is metformin better for weight loss in women with PCOS?",
        "metformin",
        "weight loss",
        "women with PCOS",
        None,
    ),
    ("Effect of aspirin on stroke or death for diabetics", "aspirin", "stroke or death", "diabetics", None),
    (
        "Should people with diabetes take aspirin to prevent stroke or death?",
        "aspirin",
        "stroke or death",
        "people with diabetes",
        DOWN,
    ),
    ("Should hypertension be treated with drugs to prevent stroke?", "drugs", "stroke", "hypertension", DOWN),
    (
        "Should statins be given to people over 75 to prevent stroke?",
        "statins",
        "stroke",
        "people over 75",
        DOWN,
    ),
    ("Should drains be used to prevent haematoma?", "drains", "haematoma", None, DOWN),
    ("Is mortality lower in people aged 65 or older?", "people aged 65 or older", "mortality", None, DOWN),
    ("Is dementia more common in people with pain or anxiety?", "pain or anxiety", "dementia", None, UP),
    ("How effective are steroid shots for knee pain?", "steroid shots", "knee pain", None, DOWN),
    ("Association between treatment with statins and diabetes", "statins", "diabetes", None, None),
    ("Association of alcohol and tobacco with oral cancer", "alcohol and tobacco", "oral cancer", None, None),
    ("Does acupuncture help women get pregnant faster?", "acupuncture", "pregnancy", "women", UP),
    ("Does zinc help people get better faster?", "zinc", "recovery", None, UP),
    ("Does cash keep girls in school?", "cash", "retention in school", "girls", UP),
    ("In patients, does coffee lower diabetes?", "coffee", "diabetes", None, DOWN),
    ("Does coffee lower diabetes in most people?", "coffee", "diabetes", None, DOWN),
    (
        "Are firefighters at higher risk of cancer because of foam?",
        "foam",
        "cancer in firefighters",
        None,
        UP,
    ),
    ("Vitamin D: does it prevent fractures?", "Vitamin D", "fractures", None, DOWN),
    ("Does gin harm the baby's brain?", "gin", "baby's brain", None, None),
    (
        "Does early feeding shorten hospital stay in premature babies?",
        "early feeding",
        "hospital stay",
        "premature babies",
        DOWN,
    ),
    # A cause of several words stays whole.
    ("Does remote work increase stress?", "remote work", "stress", None, UP),
    ("Is air pollution linked to asthma?", "air pollution", "asthma", None, None),
    ("Is air pollution strongly associated with asthma?", "air pollution", "asthma", None, None),
    ("Are birth control pills tied to blood clots?", "birth control pills", "blood clots", None, None),
    ("Is red meat a major risk factor for bowel cancer?", "red meat", "bowel cancer", None, UP),
    ("Are red meats important risk factors for cancer?", "red meats", "cancer", None, UP),
    ("Could air pollution be a cause of asthma?", "air pollution", "asthma", None, UP),
    ("Air pollution is a cause of asthma", "Air pollution", "asthma", None, UP),
    ("Does TXA given within 3 hours of injury reduce death?", "TXA", "death", None, DOWN),
    # What looks alike and is not meant.
    ("Does vitamin A reduce death?", "vitamin A", "death", None, DOWN),
    ("Does botulinum toxin A reduce spasms?", "botulinum toxin A", "spasms", None, DOWN),
    ("Does gait speed improve with exercise?", "exercise", "gait speed", None, None),
    ("Does statin use prolong life expectancy?", "statin use", "life expectancy", None, UP),
    ("Does early feeding shorten hospital stay?", "early feeding", "hospital stay", None, DOWN),
    ("Does stress shorten telomeres?", "stress", "telomeres", None, DOWN),
    ("Does calm breathing lower blood pressure?", "calm breathing", "blood pressure", None, DOWN),
]


@pytest.mark.parametrize(("text", "intervention", "outcome", "population", "direction"), EFFECTS)
def test_an_everyday_wording_names_cause_and_outcome(
    text: str, intervention: str, outcome: str, population: str | None, direction: Direction | None
) -> None:
    question = read_question(text)
    assert (question.intervention, question.outcome) == (intervention, outcome)
    assert (question.population, question.expected_direction) == (population, direction)
    assert question.text == text


@pytest.mark.parametrize(
    ("text", "understood"),
    [
        ("How well does metformin work in the elderly?", {"intervention": "metformin"}),
        ("Do statins work in people over 75?", {"intervention": "statins"}),
        ("Is drug A better than drug B in children?", {"intervention": "drug A", "comparator": "drug B"}),
        ("Which is better, CBT or SSRIs?", {"intervention": "CBT", "comparator": "SSRIs"}),
        ("Should pregnant women take iron?", {"intervention": "iron"}),
    ],
)
def test_people_are_no_outcome(text: str, understood: dict[str, str]) -> None:
    with pytest.raises(QuestionError, match="outcome") as refused:
        read_question(text)
    assert understood.items() <= refused.value.understood.items()


@pytest.mark.parametrize(
    "text",
    [
        "Best treatment for plantar fasciitis?",
        "Screening for lung cancer",
        "Evidence for acupuncture",
        "Vitamin D for children",
        "Zinc for me",
    ],
)
def test_a_search_without_a_treatment_and_an_illness_is_no_question(text: str) -> None:
    with pytest.raises(QuestionError, match="as a causal question"):
        read_question(text)


def test_two_questions_at_once_are_refused() -> None:
    with pytest.raises(QuestionError, match=r"it asks two questions\. Ask them one by one"):
        read_question("Does poverty cause depression or does depression cause poverty?")


@pytest.mark.parametrize(
    "text",
    [
        "Does caffeine impair sleep more in older adults than in young ones?",
        "Is aspirin more effective in men than in women?",
        "Does aspirin prevent stroke better in women than men?",
        "Does aspirin prevent more strokes in women than in men?",
        "Is CBT more effective for depression than for anxiety?",
    ],
)
def test_for_whom_something_does_more_is_refused(text: str) -> None:
    with pytest.raises(QuestionError, match="for whom something does more") as refused:
        read_question(text)
    assert refused.value.understood == {"wording": "for whom"}


def test_a_plain_question_keeps_its_words() -> None:
    plain = "does vitamin D prevent severe COVID-19"
    assert reworded(plain) == plain
