import type { CohortModel } from "@trilho/engine/cohort";

/** Deals for the sales automation: every branch is taken by some, some messages fail. */
export const SALES_MODEL: CohortModel = {
  startAt: "2026-01-05T12:00:00Z",
  arrivals: { type: "exponential", mean: 600 },
  facts: { deal: { name: "Roof", status: "open", tagIds: [] }, contact: { firstName: "Ana" } },
  vary: {
    "deal.value": { type: "uniform", min: 0, max: 80_000 },
    "deal.source": {
      type: "choice",
      values: [{ value: "WhatsApp", weight: 3 }, { value: "site" }, { value: "store" }],
    },
    "deal.closeProbability": { type: "uniform", min: 0, max: 100, whole: true },
    "deal.isReturning": { type: "choice", values: [{ value: true }, { value: false, weight: 4 }] },
    "deal.daysInStage": { type: "uniform", min: 0, max: 12, whole: true },
    "deal.tracking.utmSource": {
      type: "choice",
      values: [{ value: "instagram" }, { value: "google", weight: 2 }, { value: "" }],
    },
    "deal.tracking.utmMedium": { type: "choice", values: [{ value: "CPC-1" }, { value: "organic" }] },
  },
  handles: {
    "vip-hello": { btn_call: 0.3, fallback: 0.04 },
    "vip-mail": { fallback: 0.05 },
    "small-hook": { fallback: 0.1 },
  },
};
