import { isFilled } from "../contract/filled.ts";
import { amountOf, checkAmount } from "../json/option.ts";
import type { WorkspaceResult } from "../workspace/types.ts";
import type { Finding } from "./finding.ts";
import { kindOf } from "./kinds/kinds.ts";
import type { Told } from "./kinds/kind.ts";
import { allKnown } from "./model/read-automations.ts";
import { EditedList } from "./model/edited-list.ts";
import { readSurroundings, shallow } from "./model/read-workspace.ts";
import type { Surroundings } from "./model/read-workspace.ts";
import { Memory } from "./search/memory.ts";
import { lookAt } from "./search/search.ts";
import type { Search } from "./search/search.ts";
import type { AnalysedWorkspace } from "./witness/types.ts";

/** What was found. Of the automations in `unreadable` (by id, or place as `#3`) nothing is known. */
export interface WorkspaceAnalysis {
  /** Those that are shown first, then those that are proved. */
  readonly findings: readonly Finding[];
  readonly unreadable: readonly string[];
  readonly counts: { readonly shown: number; readonly proved: number; readonly possible: number };
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

/**
 * Finds what the automations of a workspace do to each other: loops, writes that undo each other, messages that are sent
 * twice, answers that one takes from another; and those that nothing can start. A finding is `shown` only with a deal, events and outcomes in which the
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

/**
 * An analysis that goes part by part, so that others get their turn, or it can be given up; and that follows edits: what
 * automations that are as they were do to each other is not tried again.
 */
export interface RunningAnalysis {
  /** Reads so many automations more at most, then looks at as many things that they may do; whether it is over. */
  go(steps: number): boolean;
  /** What was found so far. */
  result(): WorkspaceAnalysis;
  /** An automation is new, or another one than before; it keeps the place of that with its id. What is found is looked for anew. */
  set(automation: unknown): void;
  /** The automation of an id is gone. */
  remove(id: string): void;
}

/**
 * The same, part by part, and again after edits.
 *
 * @example
 * ```ts
 * import { startAnalysis } from "@trilho/engine/interactions";
 *
 * const analysis = startAnalysis({ automations: [] });
 * analysis.go(10); // true
 * analysis.result().complete; // true
 * analysis.set({ id: "au_1", triggerType: "deal_won", graphDefinition: {} });
 * analysis.go(10); // true
 * analysis.result().unreadable; // ["au_1"]
 * ```
 */
export function startAnalysis(given: AnalysedWorkspace, options: AnalyseWorkspaceOptions = {}): RunningAnalysis {
  const budget = amountOf(options, "budget", BUDGET);
  const mostFindings = amountOf(options, "mostFindings", MOST_FINDINGS);
  const about = isFilled(options.about) ? options.about : null;
  const surroundings = readSurroundings(given);
  const read = new EditedList(shallow(given)["automations"], surroundings.told.fieldSlugs);
  const memory = new Memory();
  const begin = (): Search => ({ about, memory, left: budget, isCut: false, found: [], unreadable: [] });
  let search = begin();
  let steps = readAndLook(read, surroundings, search);
  let isOver = false;
  const edited = (): void => {
    memory.begin(isOver);
    search = begin();
    steps = readAndLook(read, surroundings, search);
    isOver = false;
  };
  return {
    go(most) {
      checkAmount("steps", most);
      for (let count = 0; count < most && !isOver; count += 1) isOver = steps.next().done === true;
      return isOver;
    },
    result: () => resultOf(search, isOver, mostFindings),
    set(automation) {
      read.set(automation);
      edited();
    },
    remove(id) {
      read.remove(id);
      edited();
    },
  };
}

function* readAndLook(read: EditedList, surroundings: Surroundings, search: Search): Generator<void> {
  const { known, unreadable } = allKnown(yield* read.all());
  search.unreadable = unreadable;
  yield* lookAt(known, surroundings, search);
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

function resultOf(search: Search, isOver: boolean, mostFindings: number): WorkspaceAnalysis {
  const found = search.found.flatMap((ofKind) => [...ofKind.values()]);
  const shown = found.filter((each) => each.shown !== null);
  const proved = found.filter((each) => each.proved);
  const possible = found.filter((each) => each.shown === null && !each.proved);
  return {
    findings: [...shown, ...proved, ...possible].slice(0, mostFindings),
    unreadable: search.unreadable,
    counts: { shown: shown.length, proved: proved.length, possible: possible.length },
    complete: isOver && !search.isCut && found.length <= mostFindings,
  };
}
