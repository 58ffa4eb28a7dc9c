import glance from "./en/glance.json" with { type: "json" };
import cohort from "./en/cohort.json" with { type: "json" };
import compare from "./en/compare.json" with { type: "json" };
import deals from "./en/deals.json" with { type: "json" };
import entry from "./en/entry.json" with { type: "json" };
import history from "./en/history.json" with { type: "json" };
import interactions from "./en/interactions.json" with { type: "json" };
import migration from "./en/migration.json" with { type: "json" };
import notes from "./en/notes.json" with { type: "json" };
import outbox from "./en/outbox.json" with { type: "json" };
import phone from "./en/phone.json" with { type: "json" };
import reviews from "./en/reviews.json" with { type: "json" };
import runs from "./en/runs.json" with { type: "json" };
import scenarios from "./en/scenarios.json" with { type: "json" };
import sentences from "./en/sentences.json" with { type: "json" };
import simulate from "./en/simulate.json" with { type: "json" };
import templates from "./en/templates.json" with { type: "json" };
import trying from "./en/trying.json" with { type: "json" };
import whatsapp from "./en/whatsapp.json" with { type: "json" };
import welcome from "./en/welcome.json" with { type: "json" };

/** The English of areas that no first picture speaks of: it comes with the first part that is loaded apart. */
export const LATER = {
  glance,
  cohort,
  compare,
  deals,
  entry,
  history,
  interactions,
  migration,
  notes,
  outbox,
  phone,
  reviews,
  runs,
  scenarios,
  sentences,
  simulate,
  templates,
  trying,
  welcome,
  whatsapp,
};
