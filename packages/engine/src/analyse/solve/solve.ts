import type { JsonValue } from "../../contract/json.ts";
import { canonical } from "../../rules/canonical.ts";
import type { Formula, Literal } from "./formula.ts";
import { demandOf, neverHolds, provesNoText } from "./demands.ts";
import type { Demand } from "./demands.ts";
import { candidatesFor } from "./values.ts";
import type { Kind } from "./values.ts";

/** A value to be found. */
export interface Variable extends Kind {
  readonly key: string;
  /** Where in the facts, or which reply, it is; opaque to the solver. */
  readonly place: { readonly field: string } | { readonly replyTo: number };
}

/** A literal seen as a demand on one variable; without variable its truth is known. */
export interface Binding {
  readonly variable: Variable | null;
  readonly holds: (value: JsonValue) => boolean;
  /** The rule reads the variable as it is, not a value made from it by steps in between. */
  readonly direct: boolean;
  readonly extraItems: readonly JsonValue[];
  /** More values worth trying, given the usual ones. */
  readonly alsoTry?: (values: readonly JsonValue[]) => JsonValue[];
}

export type Bind = (literal: Literal) => Binding;

/** Work left, counted in tests of a value, so that the outcome never depends on the machine. */
export interface Budget {
  left: number;
}

export type Assignment = ReadonlyMap<string, { readonly variable: Variable; readonly value: JsonValue }>;

/** `none` is proved; `unknown` is not. */
export type Solution =
  { status: "found"; assignment: Assignment; known: Known } | { status: "none" } | { status: "unknown" };

interface Bound extends Binding {
  readonly demand: Demand;
  readonly wanted: boolean;
  /** What a test costs: following the path to its step, and each value compared. */
  readonly cost: number;
  /** Equal for the same demand. */
  readonly text: string;
}

/** What has been found so far: more formulas can be solved from here. */
export interface Known {
  readonly bounds: Map<string, Bound[]>;
  readonly assignment: Map<string, { variable: Variable; value: JsonValue }>;
  /** Whether one of several ways was taken: another could leave room for what this one does not. */
  readonly chose: boolean;
}

const NOTHING: Known = { bounds: new Map(), assignment: new Map(), chose: false };
const DEEPEST = 200;
/** Rules and values compared with one variable; more are not worth the time. */
const MOST_COMPARED = 300;

/**
 * Finds values that make all formulas true, those of `known` included. Never throws; gives up with `unknown` when the
 * budget is spent, or where what `known` chose may be what is in the way.
 */
export function solve(formulas: readonly Formula[], bind: Bind, budget: Budget, known: Known = NOTHING): Solution {
  const solution = search(formulas, known, bind, budget, 0);
  return solution.status === "none" && known.chose ? { status: "unknown" } : solution;
}

function search(formulas: readonly Formula[], before: Known, bind: Bind, budget: Budget, depth: number): Solution {
  if (budget.left <= 0 || depth > DEEPEST) return { status: "unknown" };
  const known: Known = { ...before, bounds: new Map(before.bounds), assignment: new Map(before.assignment) };
  const choices: (readonly Formula[])[] = [];
  const literals: Literal[] = [];
  if (!flatten(formulas, literals, choices)) return { status: "none" };
  const outcome = addLiterals(literals, known, bind, budget);
  if (outcome !== "found") return { status: outcome };
  const [choice, ...rest] = choices.toSorted((a, b) => a.length - b.length);
  if (!choice) return { status: "found", assignment: known.assignment, known };
  const chosen: Known = { ...known, chose: true };
  const others = rest.map((parts): Formula => ({ kind: "any", parts }));
  let best: Solution = { status: "none" };
  for (const part of likelyFirst(choice, known, bind)) {
    const solution = search([part, ...others], chosen, bind, budget, depth + 1);
    if (solution.status === "found") return solution;
    if (solution.status === "unknown") best = solution;
  }
  return best;
}

/** Sorts what must hold into literals and open choices; false when something cannot hold. */
function flatten(formulas: readonly Formula[], literals: Literal[], choices: (readonly Formula[])[]): boolean {
  for (const formula of formulas) {
    if (formula.kind === "literal") literals.push(formula);
    else if (formula.kind === "known") {
      if (!formula.value) return false;
    } else if (formula.kind === "all") {
      if (!flatten(formula.parts, literals, choices)) return false;
    } else {
      const open = formula.parts.filter((part) => part.kind !== "known" || part.value);
      if (open.length === 0) return false;
      if (!open.some(({ kind }) => kind === "known")) choices.push(open);
    }
  }
  return true;
}

/** Parts that the values found so far satisfy come first. */
function likelyFirst(parts: readonly Formula[], { assignment }: Known, bind: Bind): readonly Formula[] {
  const fits = (part: Formula) => {
    if (part.kind !== "literal") return false;
    const { variable, holds } = bind(part);
    const value = variable ? assignment.get(variable.key)?.value : null;
    return value !== undefined && holds(value) === part.wanted;
  };
  const likely = parts.filter(fits);
  return likely.length === 0 ? parts : [...likely, ...parts.filter((part) => !likely.includes(part))];
}

function addLiterals(literals: readonly Literal[], known: Known, bind: Bind, budget: Budget): Solution["status"] {
  const changed = new Map<string, Variable>();
  for (const literal of literals) {
    const binding = bind(literal);
    const demand = demandOf(literal.rule, literal.wanted);
    if (!demand) return "none";
    const cost = 1 + literal.step + demand.constants.length;
    if (!binding.variable) {
      budget.left -= cost;
      if (binding.holds(null) !== literal.wanted) return "none";
      continue;
    }
    const { key } = binding.variable;
    // The lists of the search above stay as they are: copied once, then added to.
    if (!changed.has(key)) known.bounds.set(key, [...(known.bounds.get(key) ?? [])]);
    const text = canonical([demand.base, demand.positive, demand.rule.value ?? null]);
    const bounds = known.bounds.get(key) ?? [];
    if (binding.direct && bounds.length <= MOST_COMPARED && bounds.some((bound) => bound.direct && bound.text === text))
      continue;
    bounds.push({ ...binding, demand, wanted: literal.wanted, cost, text });
    changed.set(key, binding.variable);
  }
  let outcome: Solution["status"] = "found";
  for (const variable of changed.values()) {
    const found = assign(variable, known, budget);
    if (found === "none") return "none";
    if (found === "unknown") outcome = "unknown";
  }
  return outcome;
}

function assign(variable: Variable, { bounds, assignment }: Known, budget: Budget): Solution["status"] {
  const demands = bounds.get(variable.key) ?? [];
  const fits = (value: JsonValue) =>
    demands.every(({ holds, wanted, cost }) => {
      budget.left -= cost;
      return holds(value) === wanted;
    });
  const current = assignment.get(variable.key);
  if (current && fits(current.value)) return "found";
  const compared = demands.reduce((total, { demand }) => total + 1 + demand.constants.length, 0);
  if (compared > MOST_COMPARED) return "unknown";
  if (contradict(variable, demands)) return "none";
  const extraItems = demands.flatMap((bound) => bound.extraItems);
  const { values, complete } = candidatesFor(
    variable,
    demands.map(({ demand }) => demand),
    extraItems,
  );
  const more = demands.flatMap(({ alsoTry }) => alsoTry?.(values) ?? []);
  for (const value of [...values, ...more]) {
    if (budget.left <= 0) return "unknown";
    if (!fits(value)) continue;
    assignment.set(variable.key, { variable, value });
    return "found";
  }
  return complete ? "none" : "unknown";
}

/** A rule that never holds, the same rule both demanded and refused, or parts of a text that exclude each other: false for every value. */
function contradict({ domain, fold }: Variable, bounds: readonly Bound[]): boolean {
  if (bounds.some(({ demand }) => neverHolds(demand))) return true;
  const direct = bounds.filter((bound) => bound.direct);
  const demanded = new Map<string, boolean>();
  for (const { demand } of direct) {
    const key = canonical([demand.base, demand.rule.value ?? null]);
    if ((demanded.get(key) ?? demand.positive) !== demand.positive) return true;
    demanded.set(key, demand.positive);
  }
  const isText = domain === "text" || domain === "id" || domain === "reply";
  const needsValue = direct.some(({ demand }) => demand.positive && demand.base !== "null" && demand.base !== "=");
  return (
    isText &&
    needsValue &&
    provesNoText(
      direct.map(({ demand }) => demand),
      fold,
    )
  );
}
