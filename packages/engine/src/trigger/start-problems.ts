import { isObject } from "../contract/json.ts";
import type { JsonObject } from "../contract/json.ts";
import { conditionProblems } from "./conditions.ts";
import type { StartFieldProblem, StartProblem } from "./problem.ts";
import { windowProblems } from "./window-problems.ts";

/**
 * What keeps an automation's window, conditions or filter from being read, by field as in the contract's `fieldErrors`.
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
export function startProblems({ triggerWindow, conditions, triggerConfig }: Unchecked): StartFieldProblem[] {
  return [
    ...inObject("triggerWindow", triggerWindow, windowProblems),
    ...inObject("conditions", conditions, conditionProblems),
    ...inObject("triggerConfig", triggerConfig, ({ filter }) =>
      [...conditionProblems(filter)].map(({ path, message }) => ({ path: ["filter", ...path], message })),
    ),
  ];
}

/** A body, or a row that may be older than what is asked of bodies. */
interface Unchecked {
  readonly triggerWindow?: unknown;
  readonly conditions?: unknown;
  readonly triggerConfig?: unknown;
}

function inObject(
  field: string,
  value: unknown,
  problemsIn: (value: JsonObject) => Iterable<StartProblem>,
): StartFieldProblem[] {
  if (value === undefined || value === null) return [];
  const problems = isObject(value) ? problemsIn(value) : [{ path: [], message: "must be an object" }];
  return Array.from(problems, ({ path, message }) => ({
    field: field + path.map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`)).join(""),
    message,
  }));
}
