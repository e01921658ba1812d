"""The biomedical domain: interventions and exposures, outcomes, and the hierarchy of clinical evidence."""

from __future__ import annotations

from aitia.domains.adapter import DomainAdapter, PolarityWords, SearchTemplate, listed
from aitia.model.scales import Direction, Domain, EvidenceType, StudyDesign

_TEMPLATES = {
    EvidenceType.SYSTEMATIC_REVIEW: SearchTemplate(
        pubmed="systematic review[Publication Type] OR meta-analysis[Publication Type]",
        europe_pmc='PUB_TYPE:"systematic review" OR PUB_TYPE:"meta-analysis"',
        phrases=("systematic review", "meta-analysis"),
    ),
    EvidenceType.RANDOMISED_TRIAL: SearchTemplate(
        pubmed="randomized controlled trial[Publication Type] OR randomized[Title/Abstract] "
        "OR randomised[Title/Abstract]",
        europe_pmc='PUB_TYPE:"randomized controlled trial" OR TITLE_ABS:randomized OR TITLE_ABS:randomised',
        phrases=("randomized controlled trial",),
    ),
    EvidenceType.OBSERVATIONAL: SearchTemplate(
        pubmed="cohort studies[MeSH Terms] OR case-control studies[MeSH Terms] "
        'OR observational study[Publication Type] OR cohort[Title/Abstract] OR "mendelian '
        'randomization"[Title/Abstract]',
        europe_pmc='PUB_TYPE:"observational study" OR TITLE_ABS:cohort OR TITLE_ABS:"case-control" '
        'OR TITLE_ABS:"mendelian randomization"',
        phrases=("cohort", "case-control", "observational study"),
    ),
    EvidenceType.MECHANISM: SearchTemplate(
        pubmed="mechanism[Title/Abstract] OR mechanisms[Title/Abstract] OR pathway[Title/Abstract] "
        "OR mediated[Title/Abstract]",
        europe_pmc="TITLE_ABS:mechanism OR TITLE_ABS:mechanisms OR TITLE_ABS:pathway OR TITLE_ABS:mediated",
        phrases=("mechanism", "pathway"),
    ),
    EvidenceType.HARM: SearchTemplate(
        pubmed='"adverse effects"[MeSH Subheading] OR adverse[Title/Abstract] OR harms[Title/Abstract] '
        "OR toxicity[Title/Abstract] OR safety[Title/Abstract]",
        europe_pmc="TITLE_ABS:adverse OR TITLE_ABS:harms OR TITLE_ABS:toxicity OR TITLE_ABS:safety",
        phrases=("adverse events", "harms", "safety"),
        uses_outcome=False,
    ),
}

_HARM_TERMS = listed(
    "adverse event, adverse effect, adverse reaction, side effect, serious adverse, bleeding, "
    "haemorrhage, hemorrhage, haemorrhagic, hemorrhagic, peptic ulcer, gastrointestinal ulcer, "
    "transfusion, toxicity, hypercalcaemia, hypercalcemia, kidney stone, nephrolithiasis, hypoglycaemia, "
    "hypoglycemia, hypotension, hepatotoxicity, liver injury, renal impairment, kidney injury, "
    "anaphylaxis, allergic reaction, rash, nausea, vomiting, dizziness, headache, diarrhoea, diarrhea, "
    "neutropenia, infection, fall, fracture, withdrawal due to, discontinuation due to, treatment "
    "discontinuation, complication, poisoning, dependence, overdose, suicidal"
)

_SURROGATES = listed(
    "blood pressure, ldl cholesterol, hdl cholesterol, total cholesterol, cholesterol level, "
    "triglyceride, hba1c, glycated haemoglobin, glycated hemoglobin, fasting glucose, c-reactive protein, "
    "interleukin, d-dimer, ferritin, biomarker, serum level, plasma level, 25(oh)d, 25-hydroxyvitamin d, "
    "viral load, virological suppression, cd4 count, bone mineral density, platelet aggregation, ejection "
    "fraction, carotid intima, sao2/fio2, pao2/fio2, oxygen saturation, oxygenation, inflammatory marker, "
    "antibody titre, antibody titer, tumour response, tumor response, progression-free survival, urinary "
    "calcium, serum creatinine, egfr, proteinuria, albuminuria, lung function, forced expiratory volume, "
    "fev1"
)

_POLARITY = PolarityWords(
    harmful=listed(
        "mortal, death, dying, died, fatal, lethal, bleed, haemorrhag, hemorrhag, relaps, recurren, "
        "reinfarction, failure, failed, adverse, side effect, complication, toxicit, withdrawal, "
        "drop-out, dropout, abandon, discontinu, readmission, rehospitali, impairment, disabilit, "
        "dysfunction, worsen, deteriorat, progression, exacerbat, suicid, amputation, hospitalisation, "
        "hospitalization, hospital admission, icu admission, intensive care, admission, length of stay, "
        "length of hospital stay, hospital stay, duration of stay, time to healing, mechanical "
        "ventilation, need for, requirement for, viral load, disease activity, disease severity, symptom, "
        "severity, burden, misuse, overdose, dependence, job loss, unemployment, absenteeism, sick leave, "
        "cost, rejection, non-adherence, nonadherence"
    ),
    beneficial=listed(
        "survival, prevention, remission, recover, cure rate, cured, healing, healed, relief, quality of "
        "life, "
        "well-being, wellbeing, cessation, abstinence, detoxification, response rate, responder, "
        "treatment response, clinical response, complete response, success, improvement, retention, "
        "adherence, compliance, satisfaction, coverage, uptake, enrolment, enrollment, careseeking, "
        "care-seeking, detection rate, suppression, seroconversion, seroprotection, immunogenicity, "
        "clearance, eradication, live birth, pregnancy rate, clinical pregnancy, clinical pregancy, "
        "ongoing pregnancy, life expectancy, longevity, return to work, discharge home, breastfeeding, "
        "breast feeding, successful, resolution, disease control, protection, tolerability, acceptability"
    ),
    mild_harmful=listed(
        "infarct, heart attack, cardiac arrest, stroke, cancer, carcinoma, tumour, tumor, melanoma, "
        "leukaemia, leukemia, lymphoma, sarcoma, metasta, infection, sepsis, covid, sars-cov, influenza, "
        "pneumonia, malaria, tuberculosis, hiv, syphilis, diabetes, hypertension, obesity, disease, "
        "disorder, syndrome, injur, wound, trauma, fracture, ulcer, lesion, defect, pain, ache, migraine, "
        "fever, cough, nausea, vomiting, diarrh, constipation, fatigue, depress, anxiety, stress, lonel, "
        "insomnia, delirium, dementia, alzheimer, psychosis, schizophreni, seizure, epilep, restless, "
        "agitation, aggress, falls, fall, fainting, asthma, allerg, eczema, rash, anaemi, anemi, thrombo, "
        "embol, ischaem, ischem, arrhythm, fibrillation, atheroscl, coronary event, vascular event, "
        "cardiovascular event, cardiac event, major cardiovascular, myopia, blindness, visual loss, "
        "hearing loss, caries, incontinence, lymphocyst, pneumothorax, dysplasia, stillbirth, "
        "miscarriage, abortion, preterm, birth defect, autism, smoking, drinking, addict, craving, "
        "resistance, distress, shock, coma, crisis, violence, poverty, iris event, uti, cyst, stunting, "
        "malnutrition, wasting, underweight, overweight, hypercalc, hypoglyc, hyperglyc, hypotension, "
        "hyperlipid, jaundice, oedema, edema, swelling, inflammation, spasm, tremor, stiffness, weakness, "
        "risk factor, adhd, copd, ards, gout, acne, colds, common cold, eclampsia, preeclampsia, "
        "pre-eclampsia, rate of events, event rate, ldl cholesterol"
    ),
    mild_beneficial=listed(
        "function, acuity, capacity, cognition, cognitive, memory, speed of processing, processing speed, "
        "attention, walk distance, walking distance, six-minute walk, 6mwd, mobility, activities of daily "
        "living, independence, fertility, growth, birth weight, muscle strength, bone density, bone "
        "mineral density, oxygenation, oxygen saturation, ejection fraction, fev1, sleep quality, "
        "fitness, knowledge, self-efficacy, self-esteem, vision, hearing, sao2, school attendance, "
        "academic, employment, activity level, hdl cholesterol, happiness, resilience"
    ),
)

ADAPTER = DomainAdapter(
    name=Domain.BIOMEDICAL,
    node_types=("Intervention", "Condition", "Outcome", "Population", "Gene", "Mechanism"),
    relation_types=listed(
        "increases, decreases, has_no_effect_on, causes, prevents, associated_with, confounds, mediates"
    ),
    evidence_hierarchy=tuple(StudyDesign),
    templates=_TEMPLATES,
    polarity=_POLARITY,
    default_cause_type="Intervention",
    default_effect_type="Outcome",
    directed_relations={
        Direction.INCREASES: "increases",
        Direction.DECREASES: "decreases",
        Direction.NO_DIFFERENCE: "has_no_effect_on",
        Direction.UNCLEAR: "associated_with",
    },
    observational_relation="associated_with",
    causal_relations=("increases", "decreases", "causes", "prevents"),
    harm_terms=_HARM_TERMS,
    surrogate_outcomes=_SURROGATES,
    landscape_nouns=listed(
        "drug, drugs, treatment, treatments, intervention, interventions, exposures, exposure, medicines, "
        "medicine, therapies, therapy, vaccines, foods, nutrients, vitamins, genes, factors, risk "
        "factors, mechanisms, supplements"
    ),
)
