import type { AutomationActivity, ListedAutomation } from "@trilho/api-client";
import { plainText } from "../../i18n/plain-text.ts";

export const STATE_FILTERS = ["all", "on", "off"] as const;
export type StateFilter = (typeof STATE_FILTERS)[number];

/** In which order: the newest first, by name, or what changed, ran or failed most or last. */
export const SORTS = ["newest", "name", "updated", "lastRun", "runs", "failures"] as const;
export type Sort = (typeof SORTS)[number];

/** Which automations are wanted. */
export interface Filter {
  search: string;
  state: StateFilter;
  /** A trigger type; null for all. */
  trigger: string | null;
  /** Null for all. */
  label: string | null;
  /** Only those that who looks is responsible for. */
  mine: boolean;
  /** Only those in which the engine finds an error or a warning. */
  problems: boolean;
  /** Only those that another member asked to have reviewed. */
  review: boolean;
}

export const NO_FILTER: Filter = {
  search: "",
  state: "all",
  trigger: null,
  label: null,
  mine: false,
  problems: false,
  review: false,
};

/** How many problems an automation has. */
export interface ProblemCount {
  errors: number;
  warnings: number;
}

/** An automation and everything a search looks through. */
export interface Row {
  automation: ListedAutomation;
  trigger: string;
  scope: string;
  scopeColor: string | null;
  /** Whether who looks is responsible for it. */
  isMine: boolean;
  /** Whether it waits for a review that who looks can give. */
  toReview: boolean;
  /** Undefined where it is not known. */
  activity?: AutomationActivity | undefined;
  /** Undefined until the engine has looked at it. */
  problems?: ProblemCount | undefined;
}

export const hasProblems = ({ problems }: Row): boolean =>
  problems !== undefined && problems.errors + problems.warnings > 0;

/** Whether its runs are paused on their own, not with all of the workspace. */
export const isPaused = ({ automation }: Row): boolean =>
  automation.pauses?.some(({ scope }) => scope === "automation") === true;

/** Rows that hold every word of the search and are what the filter wants. */
export function filterRows(rows: readonly Row[], filter: Filter): Row[] {
  const { state, trigger: wanted, label, mine, problems, review } = filter;
  const words = plainText(filter.search).split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    const { automation, trigger, scope } = row;
    if (state !== "all" && automation.enabled !== (state === "on")) return false;
    if (wanted !== null && automation.triggerType !== wanted) return false;
    if (label !== null && !automation.labels.includes(label)) return false;
    if (mine && !row.isMine) return false;
    if (problems && !hasProblems(row)) return false;
    if (review && !row.toReview) return false;
    if (words.length === 0) return true;
    const text = plainText([automation.name, trigger, scope, automation.owner?.name, ...automation.labels].join(" "));
    return words.every((word) => text.includes(word));
  });
}

const sum = (numbers: readonly number[] = []): number => numbers.reduce((total, number) => total + number, 0);

/** How many runs began in all of the days, and how many of them failed. */
export function totalsOf(activity: AutomationActivity | undefined): { runs: number; failed: number } {
  if (activity === undefined) return { runs: 0, failed: 0 };
  const failed = sum(activity.failed);
  return { runs: failed + sum(activity.completed) + sum(activity.underWay) + sum(activity.stopped), failed };
}

/** Rows in an order; what is equal in it stays newest first. */
export function sortRows(rows: readonly Row[], sort: Sort, locale: string): Row[] {
  if (sort === "newest") return [...rows];
  if (sort === "name") {
    const { compare } = new Intl.Collator(locale, { numeric: true, sensitivity: "base" });
    return rows.toSorted((one, other) => compare(one.automation.name, other.automation.name));
  }
  const place: Record<Exclude<Sort, "newest" | "name">, (row: Row) => number> = {
    updated: ({ automation }) => Date.parse(automation.updatedAt),
    lastRun: ({ activity }) => Date.parse(activity?.lastStartedAt ?? "1970-01-01T00:00:00Z"),
    runs: ({ activity }) => totalsOf(activity).runs,
    failures: ({ activity }) => totalsOf(activity).failed,
  };
  return rows
    .map((row) => ({ row, at: place[sort](row) }))
    .toSorted((one, other) => other.at - one.at)
    .map(({ row }) => row);
}

/** What an address of the list asks for. */
export function wishIn(search: string): { filter: Filter; sort: Sort } {
  const asked = new URLSearchParams(search);
  return {
    filter: {
      search: asked.get("q") ?? "",
      state: STATE_FILTERS.find((state) => state === asked.get("state")) ?? "all",
      trigger: asked.get("trigger"),
      label: asked.get("label"),
      mine: asked.has("mine"),
      problems: asked.has("problems"),
      review: asked.has("review"),
    },
    sort: SORTS.find((sort) => sort === asked.get("sort")) ?? "newest",
  };
}

/** The same as an address says it: "?sort=name", and nothing for the whole list as it comes. */
export function searchOf({ search, state, trigger, label, mine, problems, review }: Filter, sort: Sort): string {
  const said: Record<string, string | null> = {
    q: search.trim() || null,
    state: state === "all" ? null : state,
    trigger,
    label,
    mine: mine ? "1" : null,
    problems: problems ? "1" : null,
    review: review ? "1" : null,
    sort: sort === "newest" ? null : sort,
  };
  const parts = Object.entries(said).filter((part): part is [string, string] => part[1] !== null);
  return parts.length === 0 ? "" : `?${new URLSearchParams(parts).toString()}`;
}
