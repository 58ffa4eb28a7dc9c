import { HOURS, hoursMessages } from "../failures/tables/unrunnable.ts";
import type { Locale } from "./locale.ts";
import { text } from "./text.ts";

/** What keeps a simulation from going on, in English: apart, so that cohorts need no other words. */
export const enSimulation: Locale["simulation"] = {
  scenario: () => "A scenario is an object.",
  "start-at": () => "“startAt” must be an ISO 8601 instant with a zone, for example 2026-01-05T09:00:00Z.",
  facts: () => "“facts” must be an object.",
  deal: () => "“facts.deal” must be an object.",
  trigger: () => "“trigger” must be an object with a “type”.",
  outcomes: () => "“outcomes” must be an object by node id.",
  outcome: (p) => `The outcome of node “${text(p["node"])}” cannot be read.`,
  "round-robin": () => "“roundRobin” must hold an object by node id.",
  catalogue: () => "“fieldSlugs”, “fieldTypes” or “stages” cannot be read.",
  unreadable: (p) => `Reading definition or scenario failed: ${text(p["message"])}`,
  ...hoursMessages(HOURS),
  "hours-unusable": (p) => text(p["message"]),
  "not-runnable": (p) => text(p["message"]),
  "step-budget": (p) => `The run did not end within ${text(p["budget"])} events.`,
  model: () => "A model is an object.",
  "model-value": (p) => `“${text(p["path"])}” of the model is no plain data.`,
  arrivals: () => "“arrivals” must be a distribution of seconds of at least 0.",
  "model-group": (p) => `“${text(p["group"])}” must be an object.`,
  distribution: (p) => `“${text(p["group"])}”: the entry of “${text(p["entry"])}” must be a distribution.`,
  delay: (p) =>
    `“${text(p["group"])}”: the entry of “${text(p["entry"])}” must be a distribution of seconds of at least 0.`,
  shares: (p) =>
    `“${text(p["group"])}”: the entry of “${text(p["entry"])}” must have a number of at least 0 for each handle.`,
  "reply-seconds": () => "“replySeconds” must be a number of at least 0.",
  "outcome-list": (p) =>
    `“${text(p["group"])}”: the entry of “${text(p["entry"])}” must be a list of outcomes with weights.`,
  "nested-field": (p) => `“vary”: “${text(p["field"])}” lies within another of its fields.`,
  "cohort-size": (p) => `A cohort has from 0 to ${text(p["most"])} runs.`,
  worker: (p) => text(p["message"]),
};
