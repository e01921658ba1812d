"use strict";
// Follows a question that is being answered; without scripts the page loads itself anew instead.
const status = document.getElementById("status");
const lines = document.getElementById("lines");
let shown = lines.children.length;
async function look() {
  try {
    const answer = await fetch(status.dataset.job);
    if (answer.ok) {
      const job = await answer.json();
      for (const line of job.lines.slice(shown)) {
        const item = document.createElement("li");
        item.textContent = line;
        lines.append(item);
      }
      shown = job.lines.length;
      status.textContent = job.status;
      if (job.status === "done") { location.assign(status.dataset.next); return; }
      if (job.status === "failed") { return; }
    }
  } catch (problem) { status.textContent = "the server does not answer; trying again"; }
  setTimeout(look, 1000);
}
look();
