import { isObject } from "../contract/json.ts";
import type { JsonObject } from "../contract/json.ts";
import { conditionProblems } from "./conditions.ts";
import { entryProblems } from "./entry.ts";
import { asFieldProblem } from "./problem.ts";
import type { StartFieldProblem, StartProblem } from "./problem.ts";
import { windowProblems } from "./window-problems.ts";

/**
 * What keeps an automation's window, conditions, filter or entry rule from being read, by field as in the contract's `fieldErrors`.
 *
 * @example
 * ```ts
 * import { startProblems } from "@trilho/engine";
 *
 * const days = [{ weekday: 1, from: "9:00", to: "18:00" }];
 * startProblems({ triggerWindow: { days }, conditions: null, triggerConfig: null });
 * // [{ field: "triggerWindow.days[0].from", message: "must be a time of two digits each, such as 09:00" }]
 * ```
 */
export const startProblems = (automation: Unchecked): StartFieldProblem[] =>
  Array.from(startFindings(automation), asFieldProblem);

/** A body, or a row that may be older than what is asked of bodies. */
interface Unchecked {
  readonly triggerWindow?: unknown;
  readonly conditions?: unknown;
  readonly triggerConfig?: unknown;
}

/** The same with codes and paths. */
export function* startFindings({ triggerWindow, conditions, triggerConfig }: Unchecked): Generator<StartProblem> {
  yield* inObject("triggerWindow", triggerWindow, windowProblems);
  yield* inObject("conditions", conditions, conditionProblems);
  yield* inObject("triggerConfig", triggerConfig, configProblems);
}

function* configProblems({ filter, entry }: JsonObject): Generator<StartProblem> {
  for (const problem of conditionProblems(filter)) yield { ...problem, path: ["filter", ...problem.path] };
  yield* inObject("entry", entry, entryProblems);
}

function* inObject(
  field: string,
  value: unknown,
  problemsIn: (value: JsonObject) => Iterable<StartProblem>,
): Generator<StartProblem> {
  if (value === undefined || value === null) return;
  if (!isObject(value)) return yield { path: [field], code: "not-an-object" };
  for (const problem of problemsIn(value)) yield { ...problem, path: [field, ...problem.path] };
}
