import type { RunStatus } from "../../data/automations.ts";
import type { Tone } from "../../ui/badge.tsx";

/** Every status of a run, in the order of a run's life, with its colour. */
export const RUN_STATUSES: Readonly<Record<RunStatus, Tone>> = {
  queued: "neutral",
  running: "info",
  waiting: "warning",
  completed: "success",
  failed: "danger",
  dead_letter: "danger",
  skipped: "neutral",
  cancelled: "neutral",
};

export const STATUS_ORDER = Object.keys(RUN_STATUSES) as RunStatus[];
