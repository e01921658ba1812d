"""The machine-learning domain: methods, what they build on, and how they are measured."""

from __future__ import annotations

from aitia.domains.adapter import DomainAdapter, PolarityWords, SearchTemplate, listed
from aitia.model.scales import Domain, EvidenceType, StudyDesign

_TEMPLATES = {
    EvidenceType.SYSTEMATIC_REVIEW: SearchTemplate(phrases=("survey", "review", "benchmark")),
    EvidenceType.OBSERVATIONAL: SearchTemplate(),
    EvidenceType.HARM: SearchTemplate(phrases=("limitations", "failure cases"), uses_outcome=False),
}

_POLARITY = PolarityWords(
    harmful=listed(
        "error, perplexity, lpips, fid, latency, training time, inference time, rendering time, run time, "
        "runtime, memory, storage, model size, cost, overfitting, hallucinat, bias, artefact, artifact, "
        "flicker, aliasing, forgetting, mse, rmse, mae, word error rate, training loss, validation loss, "
        "test loss, failure, carbon, energy consumption, number of gaussians"
    ),
    beneficial=listed(
        "accuracy, precision, recall, f1, auroc, auc, bleu, rouge, psnr, ssim, fps, frame rate, frames "
        "per second, throughput, quality, fidelity, robust, generalis, generaliz, convergence speed, "
        "rendering speed, training speed, performance, efficien, compression ratio, consistency, reward, "
        "success rate, interpretab, calibration"
    ),
    mild_harmful=("loss", "noise", "degradation", "drift"),
    mild_beneficial=("speed", "scalab", "stability"),
)

_VERBS = {
    "improve on": "improves_on",
    "improve upon": "improves_on",
    "improve": "improves_on",
    "improved": "improves_on",
    "improving": "improves_on",
    "outperform": "improves_on",
    "beat": "improves_on",
    "surpass": "improves_on",
    "build on": "extends",
    "build upon": "extends",
    "extend": "extends",
    "extended": "extends",
    "extending": "extends",
    "generalise": "extends",
    "generalize": "extends",
    "use": "uses",
    "used": "uses",
    "using": "uses",
    "apply": "uses",
    "employ": "uses",
    "adopt": "uses",
    "rely on": "uses",
    "are based on": "uses",
    "evaluate on": "evaluates",
    "evaluate": "evaluates",
    "are evaluated on": "evaluates",
    "benchmark": "evaluates",
    "test": "evaluates",
    "report": "evaluates",
    "compare to": "compares_to",
    "compare with": "compares_to",
    "compare against": "compares_to",
    "are compared to": "compares_to",
    "are compared with": "compares_to",
    "introduce": "introduces",
    "introduced": "introduces",
    "propose": "introduces",
    "proposed": "introduces",
    "present": "introduces",
}

_CUES = listed(
    "gaussian splatting, 3dgs, nerf, neural radiance, radiance field, neural network, deep learning, "
    "machine learning, reinforcement learning, language model, llm, transformer, attention mechanism, "
    "diffusion model, generative model, gan, gans, convolutional, cnn, resnet, bert, gpt, "
    "self-supervised, pretraining, pre-training, fine-tuning, finetuning, word embedding, dropout, batch "
    "normalization, batch normalisation, layer normalization, gradient descent, adam optimizer, "
    "optimizer, imagenet, coco dataset, mnist, cifar, psnr, ssim, lpips, bleu, perplexity, novel view "
    "synthesis, point cloud, data augmentation, contrastive learning, knowledge distillation, mixture of "
    "experts, retrieval-augmented, chain-of-thought, prompting, arxiv, lora, graph neural, object "
    "detection, semantic segmentation, speech recognition, slam, rendering speed, backpropagation, long "
    "short-term memory, lstm, vision transformer, rectified linear, quantization-aware, beam search"
)

ADAPTER = DomainAdapter(
    name=Domain.MACHINE_LEARNING,
    node_types=("Method", "Concept", "Dataset", "Metric"),
    relation_types=("introduces", "improves_on", "extends", "uses", "evaluates", "compares_to"),
    evidence_hierarchy=(StudyDesign.META_ANALYSIS, StudyDesign.SYSTEMATIC_REVIEW, StudyDesign.UNKNOWN),
    templates=_TEMPLATES,
    polarity=_POLARITY,
    default_cause_type="Method",
    default_effect_type="Method",
    harm_terms=(
        "limitation",
        "failure case",
        "artefact",
        "artifact",
        "overfitting",
        "hallucination",
        "degradation",
    ),
    surrogate_outcomes=("training loss", "validation loss", "perplexity", "proxy metric"),
    cues=_CUES,
    landscape_nouns=listed(
        "paper, papers, method, methods, work, works, approach, approaches, model, models, articles, "
        "article, publications, studies, techniques, algorithms, systems, preprints"
    ),
    landscape_verbs=_VERBS,
)
