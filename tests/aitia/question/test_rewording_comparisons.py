"""Two arms in everyday words are read as the comparison that is asked for."""

from __future__ import annotations

import pytest

from aitia.model.scales import Direction
from aitia.question import read_question

UP, DOWN = Direction.INCREASES, Direction.DECREASES

COMPARISONS = [
    ("Which is safer, warfarin or apixaban?", "warfarin", "apixaban", "adverse events", None),
    ("Is apixaban safer than warfarin for stroke?", "apixaban", "warfarin", "adverse events", DOWN),
    ("Is laser surgery less painful than a scalpel?", "laser surgery", "scalpel", "pain", DOWN),
    ("Does calcium heal fractures faster than zinc?", "calcium", "zinc", "fracture healing", UP),
    ("Is duloxetine superior to gabapentin in neuropathy?", "duloxetine", "gabapentin", "neuropathy", DOWN),
    ("Is cisplatin better than carboplatin for lung cancer?", "cisplatin", "carboplatin", "survival", UP),
    ("Is A better than B for preventing cancer?", "A", "B", "cancer", DOWN),
    ("Is A worse than B in patients with asthma?", "A", "B", "asthma", UP),
    ("Is vaping less harmful than smoking?", "vaping", "smoking", "adverse events", DOWN),
    ("Is smoking more harmful than vaping?", "smoking", "vaping", "adverse events", UP),
    ("Is cisplatin more toxic than carboplatin?", "cisplatin", "carboplatin", "toxicity", UP),
    ("Is A cheaper than B?", "A", "B", "costs", None),
    ("Are stents any better than drugs for angina?", "stents", "drugs", "angina", None),
    ("Which drug is better for gout, allopurinol or colchicine?", "allopurinol", "colchicine", "gout", None),
    ("Does B plus C prevent more strokes than C alone?", "B plus C", "C alone", "strokes", DOWN),
    ("Does metformin lower HbA1c as much as insulin?", "metformin", "insulin", "HbA1c", DOWN),
    ("Are women more likely than men to have migraine?", "women", "men", "migraine", UP),
    ("Does heparin cause more bleeding than aspirin?", "heparin", "aspirin", "bleeding", UP),
    ("Does heparin cause less bleeding than aspirin?", "heparin", "aspirin", "bleeding", DOWN),
    ("Do steroids or NSAIDs work better for gout?", "steroids", "NSAIDs", "gout", None),
    (
        "Do plates or nails give better results in tibial fractures?",
        "plates",
        "nails",
        "tibial fractures",
        None,
    ),
    ("Are outcomes better with plates or nails for hip fracture?", "plates", "nails", "hip fracture", None),
    ("Are gums better than patches for quitting smoking?", "gums", "patches", "smoking cessation", UP),
    ("Is A better than B for stroke prevention?", "A", "B", "stroke", DOWN),
    ("Comparison of propofol and sevoflurane on nausea", "propofol", "sevoflurane", "nausea", None),
    (
        "How does nifedipine compare with labetalol for lowering pain?",
        "nifedipine",
        "labetalol",
        "pain",
        None,
    ),
    (
        "Is there a difference in pain between open and keyhole repair?",
        "open repair",
        "keyhole repair",
        "pain",
        None,
    ),
    ("Is A as good as B in heart failure?", "A", "B", "heart failure", None),
    ("Do fewer patients relapse with lithium than with placebo?", "lithium", "placebo", "relapse", DOWN),
    ("Do patients on A relapse less often than those on B?", "A", "B", "relapse", DOWN),
    ("Less nausea with dexamethasone than with ginger?", "dexamethasone", "ginger", "nausea", DOWN),
    ("Which has fewer side effects, A or B?", "A", "B", "side effects", None),
    ("Metformin or insulin for gestational diabetes?", "Metformin", "insulin", "gestational diabetes", None),
    ("A versus B in sepsis: mortality", "A", "B", "mortality", None),
    ("Should women with migraine be given A or B?", "A", "B", "migraine", None),
    ("Is A better than B for women with migraine?", "A", "B", "migraine", DOWN),
    ("Should appendicitis be treated with surgery or drugs?", "surgery", "drugs", "appendicitis", None),
    ("Is it better to give A or B for migraine?", "A", "B", "migraine", None),
    ("Is bleeding more common with warfarin or with aspirin?", "warfarin", "aspirin", "bleeding", None),
    ("Is there more bleeding with warfarin or aspirin?", "warfarin", "aspirin", "bleeding", None),
    ("Is lung cancer more common in men or women?", "men", "women", "lung cancer", None),
    ("Is A better than B for pain in women with migraine?", "A", "B", "pain", DOWN),
    ("Do migraines occur more in women than in men?", "women", "men", "migraines", UP),
    ("Is butter or olive oil better for the heart?", "butter", "olive oil", "heart", None),
    ("Surgery versus rest for knee pain: a randomised trial", "Surgery", "rest", "knee pain", None),
    ("Aspirin versus clopidogrel: effect on stroke", "Aspirin", "clopidogrel", "stroke", None),
    ("Does A cause more bleeding than 6 months of B?", "A", "6 months of B", "bleeding", UP),
    ("Are smokers at greater risk of gout than vegans?", "smokers", "vegans", "gout", UP),
    ("Are smokers at lower risk of gout than vegans?", "smokers", "vegans", "gout", DOWN),
    ("Should I use heat or ice for a sprained ankle?", "heat", "ice", "sprained ankle", None),
    ("Should I take A or B to lower my blood sugar?", "A", "B", "blood sugar", None),
    ("Is anxiety reduced by yoga or by walking?", "yoga", "walking", "anxiety", None),
    ("Is anxiety reduced more by yoga than by walking?", "yoga", "walking", "anxiety", DOWN),
    ("Which drug lowers LDL more, A or B?", "A", "B", "LDL", None),
    ("A compared with B: which reduces fever more in toddlers?", "A", "B", "fever", None),
    ("Ginger or vitamin B6: which is better for nausea?", "Ginger", "vitamin B6", "nausea", None),
    ("Instead of antibiotics, can cranberry prevent UTIs?", "cranberry", "antibiotics", "UTIs", DOWN),
    ("Is there less nausea with A than with B?", "A", "B", "nausea", DOWN),
    # What both arms share stands once.
    (
        "Does capitation reduce costs compared with fee for service?",
        "capitation",
        "fee for service",
        "costs",
        DOWN,
    ),
    ("Does aspirin relieve pain more than ibuprofen for a week?", "aspirin", "ibuprofen", "pain", DOWN),
    (
        "Does oral vancomycin cure more infections than probiotic?",
        "oral vancomycin",
        "probiotic",
        "infections",
        DOWN,
    ),
    (
        "Is 5 days of drug A as good as 10 days for gout?",
        "5 days of drug A",
        "10 days of drug A",
        "gout",
        None,
    ),
    (
        "Does open surgery cause more pain than laparoscopic?",
        "open surgery",
        "laparoscopic surgery",
        "pain",
        UP,
    ),
    ("Does surgery cause less pain than rest for sciatica?", "surgery", "rest", "pain in sciatica", DOWN),
    ("Is laser less painful than a scalpel for warts?", "laser", "scalpel", "pain in warts", DOWN),
    ("Does aspirin lower pain more in women than zinc?", "aspirin", "zinc", "pain", DOWN),
    (
        "Does surgery lower pain more than waiting for symptoms?",
        "surgery",
        "waiting for symptoms",
        "pain",
        DOWN,
    ),
]


@pytest.mark.parametrize(("text", "first", "second", "outcome", "direction"), COMPARISONS)
def test_a_ranking_in_everyday_words_is_a_comparison(
    text: str, first: str, second: str, outcome: str, direction: Direction | None
) -> None:
    question = read_question(text)
    assert (question.intervention, question.comparator, question.outcome) == (first, second, outcome)
    assert question.expected_direction == direction
