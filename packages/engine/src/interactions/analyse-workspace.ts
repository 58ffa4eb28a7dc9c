import { isFilled } from "../contract/filled.ts";
import { amountOf, checkAmount } from "../json/option.ts";
import type { WorkspaceResult } from "../workspace/types.ts";
import { kindOf, KINDS } from "./kinds/kinds.ts";
import type { Candidate, Told } from "./kinds/kind.ts";
import { readWorkspace } from "./model/read-workspace.ts";
import type { ReadWorkspace } from "./model/read-workspace.ts";
import type { Inquiry } from "./witness/trial.ts";
import type { AnalysedWorkspace, Witness } from "./witness/types.ts";

/**
 * What automations of a workspace do to each other, with the places that bring it about. `shown` is the witness in which it
 * was seen to happen; null where it is possible, and neither seen nor ruled out.
 */
export interface Finding extends Told {
  readonly shown: Witness | null;
}

/** What was found. Of the automations in `unreadable` (by id, or place as `#3`) nothing is known. */
export interface WorkspaceAnalysis {
  /** Those that are shown first. */
  readonly findings: readonly Finding[];
  readonly unreadable: readonly string[];
  readonly counts: { readonly shown: number; readonly possible: number };
  /** False where there was more to look at than the budget allows. */
  readonly complete: boolean;
}

export interface AnalyseWorkspaceOptions {
  /** Ways and simulations that are tried at most; 1,000 by default. */
  readonly budget?: number;
  /** Findings that are kept at most; 500 by default. */
  readonly mostFindings?: number;
  /** Looks only at what this automation takes part in. */
  readonly about?: string;
}

const BUDGET = 1000;
const MOST_FINDINGS = 500;
/** One automation takes part in so many findings of a kind: more say nothing new about it. */
const MOST_OF_ONE = 10;
/** Any two automations that ask may meet if two things happen: fewer of them say as much. */
const MOST_APART = 3;

/**
 * Finds what the automations of a workspace do to each other: loops, writes that undo each other, messages that are sent
 * twice, answers that one takes from another. A finding is `shown` only with a deal, events and outcomes in which the
 * simulated workspace was seen to do it. Takes anything and never throws for it; work is bounded by `budget`, counted and
 * not timed, so that the same input gives the same answer. Options that mean nothing are a `RangeError`.
 *
 * @example
 * ```ts
 * import { analyseWorkspace } from "@trilho/engine/interactions";
 *
 * const everywhere = { scope: "global" as const, pipelineId: null, stageId: null, triggerWindow: null, conditions: null };
 * const moving = (id: string, from: string, to: string) => ({
 *   ...everywhere,
 *   id,
 *   triggerType: "stage_entered",
 *   triggerConfig: { stageId: from },
 *   graphDefinition: {
 *     version: 2 as const,
 *     nodes: [
 *       { id: "start", type: "trigger" as const },
 *       { id: "move", type: "action" as const, actionType: "move_stage" as const, config: { targetStageId: to } },
 *     ],
 *     edges: [{ source: "start", target: "move" }],
 *   },
 * });
 * const { findings } = analyseWorkspace({ automations: [moving("there", "a", "b"), moving("back", "b", "a")] });
 * findings.map(({ code, shown }) => `${code} ${shown !== null}`); // ["loop true", "opposite-writes true"]
 * ```
 */
export function analyseWorkspace(given: AnalysedWorkspace, options: AnalyseWorkspaceOptions = {}): WorkspaceAnalysis {
  const analysis = startAnalysis(given, options);
  analysis.go(Number.POSITIVE_INFINITY);
  return analysis.result();
}

/** An analysis that goes part by part, so that others get their turn, or it can be given up. */
export interface RunningAnalysis {
  /** Reads so many automations more at most, then looks at as many things that they may do; whether it is over. */
  go(steps: number): boolean;
  /** What was found so far. */
  result(): WorkspaceAnalysis;
}

/**
 * The same, part by part.
 *
 * @example
 * ```ts
 * import { startAnalysis } from "@trilho/engine/interactions";
 *
 * const analysis = startAnalysis({ automations: [] });
 * analysis.go(10); // true
 * analysis.result().complete; // true
 * ```
 */
export function startAnalysis(given: AnalysedWorkspace, options: AnalyseWorkspaceOptions = {}): RunningAnalysis {
  const budget = amountOf(options, "budget", BUDGET);
  const mostFindings = amountOf(options, "mostFindings", MOST_FINDINGS);
  const search: Search = { read: null, about: aboutOf(options), left: budget, isCut: false, found: [] };
  const steps = lookAt(given, search);
  let isOver = false;
  return {
    go(most) {
      checkAmount("steps", most);
      for (let count = 0; count < most && !isOver; count += 1) isOver = steps.next().done === true;
      return isOver;
    },
    result() {
      const found = search.found.flatMap((ofKind) => [...ofKind.values()]);
      const [shown, possible] = [
        found.filter((each) => each.shown !== null),
        found.filter((each) => each.shown === null),
      ];
      return {
        findings: [...shown, ...possible].slice(0, mostFindings),
        unreadable: search.read?.unreadable ?? [],
        counts: { shown: shown.length, possible: possible.length },
        complete: isOver && !search.isCut && search.read?.index.isCut === false && found.length <= mostFindings,
      };
    },
  };
}

/**
 * Whether a simulated workspace shows what a finding tells: of the scenario of its own witness, or of another one.
 *
 * @example
 * ```ts
 * import { showsFinding } from "@trilho/engine/interactions";
 * import { simulateWorkspace } from "@trilho/engine/workspace";
 *
 * const nothing = { automations: [], deals: [], contacts: [], events: [] };
 * const result = simulateWorkspace({ ...nothing, from: "2026-01-05T00:00:00Z", until: "2026-01-06T00:00:00Z" });
 * showsFinding({ code: "loop", params: {}, places: [{ automationId: "au_1", nodeId: "move", path: "" }] }, result); // false
 * ```
 */
export const showsFinding = (told: Told, result: WorkspaceResult): boolean =>
  kindOf(told.code)?.holds(told, result) ?? false;

interface Search {
  /** Null until all is read. */
  read: ReadWorkspace | null;
  readonly about: string | null;
  left: number;
  isCut: boolean;
  /** By kind. */
  readonly found: Map<string, Finding>[];
}

/** Reads the automations, then looks at one candidate after the other, each kind with its share of what may be tried. */
function* lookAt(given: unknown, search: Search): Generator<void> {
  const { workspace, index } = (search.read = yield* readWorkspace(given, search.about));
  for (const [place, kind] of KINDS.entries()) {
    const share = Math.ceil(search.left / (KINDS.length - place));
    const { stages } = index;
    const inquiry: Inquiry = { workspace, stages, timeZone: workspace.timeZone ?? "UTC", left: share };
    yield* lookFor(kind.candidates(index), search, inquiry);
    search.left -= share - Math.max(0, inquiry.left);
  }
}

function* lookFor(candidates: Iterable<Candidate | null>, search: Search, inquiry: Inquiry): Generator<void> {
  const found = new Map<string, Finding>();
  const counts = new Map<string, number>();
  search.found.push(found);
  for (const candidate of candidates) {
    if (candidate === null) yield;
    if (candidate === null || !isWanted(candidate, search.about, found, counts)) continue;
    if (inquiry.left <= 0) {
      search.isCut = true;
      return;
    }
    const finding = sought(candidate, inquiry);
    if (finding !== null && (finding.shown !== null || inquiry.left > 0)) keep(finding, found, counts);
    yield;
  }
}

function keep(finding: Finding, found: Map<string, Finding>, counts: Map<string, number>): void {
  const key = keyOf(finding);
  if (!found.has(key)) for (const id of partiesOf(finding)) counts.set(id, (counts.get(id) ?? 0) + 1);
  if (finding.shown !== null || !found.has(key)) found.set(key, finding);
}

function sought({ told, seek }: Candidate, inquiry: Inquiry): Finding | null {
  const answer = seek(inquiry);
  if (typeof answer !== "string") return { ...answer.told, shown: answer.witness };
  const isGuess = told.params["meeting"] === "two-events";
  return answer === "unknown" && !isGuess ? { ...told, shown: null } : null;
}

/** Not what others say already. */
function isWanted(
  { told }: Candidate,
  about: string | null,
  found: ReadonlyMap<string, Finding>,
  counts: ReadonlyMap<string, number>,
): boolean {
  const parties = partiesOf(told);
  if (about !== null && !parties.includes(about)) return false;
  if (found.get(keyOf(told))?.shown) return false;
  const most = told.params["meeting"] === "two-events" && about === null ? MOST_APART : MOST_OF_ONE;
  const others = parties.filter((id) => id !== about);
  return others.length === 0 || others.some((id) => (counts.get(id) ?? 0) < most);
}

/** Equal for findings of one kind about the same automations and thing. */
const keyOf = ({ params, places }: Told): string =>
  JSON.stringify([
    [...new Set(places.map(({ automationId }) => automationId))].toSorted(),
    params["thing"],
    params["id"],
  ]);

const partiesOf = ({ places }: Told): string[] => [...new Set(places.map(({ automationId }) => automationId))];

function aboutOf(options: AnalyseWorkspaceOptions): string | null {
  return isFilled(options.about) ? options.about : null;
}
