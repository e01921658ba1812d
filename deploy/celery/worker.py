"""The application of Celery's workers: `celery --app deploy.celery.worker worker --queues aitia …`."""

import os

from dagster_celery.make_app import make_app
from dagster_celery.tasks import create_execute_job_task, create_resume_job_task

_BROKER = os.environ["AITIA_CELERY_BROKER"]
app = make_app({"broker": _BROKER, "backend": _BROKER, "task_default_queue": "aitia"})
execute_job = create_execute_job_task(app)
resume_job = create_resume_job_task(app)
