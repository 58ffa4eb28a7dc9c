import type { FieldError } from "@trilho/contract";
import { dayOf, instantOf } from "./texts.ts";

/** A day is the workspace's: it begins at midnight in its time zone. Instants are ISO 8601. */
export type Since = { day: string } | { instant: string };

/** When rows were last changed: `updatedFrom` is inclusive, `updatedTo` exclusive, for incremental loads. */
export interface ChangedBetween {
  updatedFrom?: Since;
  updatedTo?: Since;
}

export function readChangedBetween(query: { updatedFrom?: string; updatedTo?: string }): {
  between: ChangedBetween;
  problems: FieldError[];
} {
  const between: ChangedBetween = {};
  const problems: FieldError[] = [];
  for (const field of ["updatedFrom", "updatedTo"] as const) {
    const text = query[field];
    if (text === undefined) continue;
    const since = sinceOf(text);
    if (since === null) problems.push({ field, message: "must be yyyy-MM-dd or an instant with time and offset" });
    else between[field] = since;
  }
  return { between, problems };
}

function sinceOf(text: string): Since | null {
  const day = dayOf(text);
  if (day !== null) return { day };
  const instant = instantOf(text);
  return instant === null ? null : { instant };
}
