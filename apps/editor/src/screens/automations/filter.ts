import type { Automation } from "@trilho/api-client";
import { plainText } from "../../i18n/plain-text.ts";
import type { ProblemCount } from "./use-problem-counts.ts";

export const STATE_FILTERS = ["all", "on", "off"] as const;
export type StateFilter = (typeof STATE_FILTERS)[number];

/** Which automations are wanted. */
export interface Filter {
  search: string;
  state: StateFilter;
  /** A trigger type; null for all. */
  trigger: string | null;
  /** Only those in which the engine finds an error or a warning. */
  problems: boolean;
}

export const NO_FILTER: Filter = { search: "", state: "all", trigger: null, problems: false };

/** An automation and everything a search looks through. */
export interface Row {
  automation: Automation;
  trigger: string;
  scope: string;
  scopeColor: string | null;
  /** Undefined until the engine has looked at it. */
  problems?: ProblemCount | undefined;
}

export const hasProblems = ({ problems }: Row): boolean =>
  problems !== undefined && problems.errors + problems.warnings > 0;

/** Rows that hold every word of the search and are what the filter wants. */
export function filterRows(rows: readonly Row[], { search, state, trigger: wanted, problems }: Filter): Row[] {
  const words = plainText(search).split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    const { automation, trigger, scope } = row;
    if (state !== "all" && automation.enabled !== (state === "on")) return false;
    if (wanted !== null && automation.triggerType !== wanted) return false;
    if (problems && !hasProblems(row)) return false;
    const text = plainText(`${automation.name} ${trigger} ${scope}`);
    return words.every((word) => text.includes(word));
  });
}
