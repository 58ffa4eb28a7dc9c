const AUTOMATIONS = 1000;
const RUNS = 100_000;
const DAYS = 14;
const NOW = Date.parse("2026-03-02T12:00:00Z");
const DAY = 24 * 60 * 60 * 1000;

const idOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
const ago = (days: number): string => new Date(NOW - days * DAY).toISOString();
const range = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const automation = (index: number) => ({
  id: idOf(index),
  name: `Automation ${index + 1}`,
  version: 1 + (index % 7),
  enabled: index % 3 > 0,
  triggerType: "deal_created",
  scope: "global",
  pipelineId: null,
  stageId: null,
  steps: 5 + (index % 20),
  labels: index % 4 === 0 ? ["Sales"] : [],
  owner: { id: "owner", name: "Maria" },
  draft: null,
  review: null,
  createdAt: ago(index / 10),
  updatedAt: ago(index / 20),
});

const activity = (index: number) => {
  const perDay = RUNS / AUTOMATIONS / DAYS;
  const none = range(DAYS, () => 0);
  return {
    automationId: idOf(index),
    lastStartedAt: ago(0),
    completed: range(DAYS, () => Math.round(perDay)),
    failed: none,
    underWay: none,
    stopped: none,
  };
};

const days = range(DAYS, (index) => ({ date: ago(DAYS - 1 - index).slice(0, 10), from: ago(DAYS - 1 - index) }));

/** What a workspace of a thousand automations answers to the list, by the path under `/api/v1`. */
export const ANSWERS: Readonly<Record<string, unknown>> = {
  "/automations/overview": { memberId: "owner", items: range(AUTOMATIONS, automation) },
  "/automations/activity": {
    timeZone: "UTC",
    days,
    items: range(AUTOMATIONS, activity),
  },
  "/pipelines": [],
};

/** The same rows by the browser alone: fetched and put into a table. */
export const BARE_PAGE = `<!doctype html><meta charset="utf-8"><title>Rows</title><table><tbody></tbody></table>
<script type="module">
const { data } = await (await fetch("/api/v1/automations/overview", { headers: { authorization: "Bearer trk_bench" } })).json();
const rows = data.items.map(({ id, name, steps, triggerType, updatedAt, enabled }) => {
  const row = document.createElement("tr");
  const link = Object.assign(document.createElement("a"), { href: "/automations/" + id, textContent: name });
  const on = Object.assign(document.createElement("input"), { type: "checkbox", checked: enabled });
  for (const part of [link, String(steps), triggerType, updatedAt, on]) row.insertCell().append(part);
  return row;
});
document.querySelector("tbody").append(...rows);
</script>`;
