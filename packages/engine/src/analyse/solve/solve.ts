import type { JsonValue } from "../../contract/json.ts";
import type { Formula, Literal } from "./formula.ts";
import { neverHolds, provesNoText, questionOf } from "./demands.ts";
import type { Question } from "./demands.ts";
import { candidatesFor, pins } from "./values.ts";
import type { Candidates, Kind } from "./values.ts";

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
  /** What binding took, of the budget. */
  readonly work: number;
}

export type Bind = (literal: Literal) => Binding;

/** Work left, counted in tests of a value, so that the outcome never depends on the machine. */
export interface Budget {
  left: number;
}

/** Lets work use up to `most` of a budget, which pays for what it used. */
export function sharing<T>(budget: Budget, most: number, work: (part: Budget) => T): T {
  const share = Math.max(0, Math.min(most, budget.left));
  const part: Budget = { left: share };
  const result = work(part);
  budget.left -= share - part.left;
  return result;
}

export type Assignment = ReadonlyMap<string, { readonly variable: Variable; readonly value: JsonValue }>;

/** `none` is proved; `unknown` is not. */
export type Solution =
  | { status: "found"; assignment: Assignment; known: Known }
  | { status: "none" }
  | { status: "unknown" };

interface Bound {
  readonly binding: Binding;
  readonly question: Question;
  readonly wanted: boolean;
  /** What a test costs: following the path to its step, and each value compared. */
  readonly cost: number;
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
/** Rules and values compared with one variable of which all are worth trying. */
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
  if (!flatten(formulas, literals, choices, budget)) return { status: "none" };
  const outcome = addLiterals(literals, known, bind, budget);
  if (outcome !== "found") return { status: outcome };
  const settled: Literal[] = [];
  const open = choices.filter((parts) => {
    const held = heldPart(parts, known, bind, budget);
    if (held) settled.push(...held);
    return held === null;
  });
  const chosen: Known = { ...known, chose: known.chose || choices.length > 0 };
  const [choice] = open.toSorted((a, b) => a.length - b.length);
  if (!choice) return keep(settled, chosen, bind, budget);
  const others = choices.filter((each) => each !== choice).map((parts): Formula => ({ kind: "any", parts }));
  let best: Solution = { status: "none" };
  for (const part of choice) {
    const solution = search([part, ...others], chosen, bind, budget, depth + 1);
    if (solution.status === "found") return solution;
    if (solution.status === "unknown") best = solution;
  }
  return best;
}

/** Keeps in mind which literals the values found must go on to satisfy. */
function keep(settled: readonly Literal[], known: Known, bind: Bind, budget: Budget): Solution {
  const status = addLiterals(settled, known, bind, budget);
  return status === "found" ? { status, assignment: known.assignment, known } : { status: "unknown" };
}

/** Sorts what must hold into literals and open choices; false when something cannot hold. */
function flatten(
  formulas: readonly Formula[],
  literals: Literal[],
  choices: (readonly Formula[])[],
  budget: Budget,
): boolean {
  budget.left -= formulas.length;
  for (const formula of formulas) {
    if (formula.kind === "literal") literals.push(formula);
    else if (formula.kind === "known") {
      if (!formula.value) return false;
    } else if (formula.kind === "all") {
      if (!flatten(formula.parts, literals, choices, budget)) return false;
    } else {
      const open = formula.parts.filter((part) => part.kind !== "known" || part.value);
      if (open.some(({ kind }) => kind === "known")) continue;
      // One part is no choice: negations of rules that stand alone are many.
      if (open.length > 1) choices.push(open);
      else if (open.length === 0 || !flatten(open, literals, choices, budget)) return false;
    }
  }
  return true;
}

/** The literals of the first part that the values found so far satisfy; null where they satisfy none. */
function heldPart(parts: readonly Formula[], known: Known, bind: Bind, budget: Budget): readonly Literal[] | null {
  for (const part of parts) {
    const held = heldLiterals(part, known, bind, budget);
    if (held) return held;
  }
  return null;
}

/** The literals that make a formula true of the values found so far; null where it is not. */
function heldLiterals(formula: Formula, known: Known, bind: Bind, budget: Budget): readonly Literal[] | null {
  if (formula.kind === "known") return formula.value ? [] : null;
  if (formula.kind === "any") return heldPart(formula.parts, known, bind, budget);
  if (formula.kind === "literal") {
    const { variable, holds, work } = bind(formula);
    budget.left -= 1 + work;
    const value = variable ? known.assignment.get(variable.key)?.value : null;
    return value !== undefined && holds(value) === formula.wanted ? [formula] : null;
  }
  const held: Literal[] = [];
  for (const part of formula.parts) {
    const literals = heldLiterals(part, known, bind, budget);
    if (!literals) return null;
    held.push(...literals);
  }
  return held;
}

/** What is bound to one variable while literals are added. */
interface Growing {
  readonly variable: Variable;
  readonly bounds: Bound[];
  /** How many of them the value found so far satisfies. */
  readonly satisfied: number;
  /** Of the direct ones. */
  readonly texts: Set<string>;
}

function addLiterals(literals: readonly Literal[], known: Known, bind: Bind, budget: Budget): Solution["status"] {
  const changed = new Map<string, Growing>();
  for (const literal of literals) {
    if (budget.left <= 0) return "unknown";
    const binding = bind(literal);
    const question = questionOf(literal.rule, literal.wanted);
    if (!question) return "none";
    const { variable, direct } = binding;
    const compared = 1 + question.demand.constants.length;
    const cost = compared + (direct ? 0 : literal.step);
    budget.left -= compared + binding.work;
    if (!variable) {
      if (binding.holds(null) !== literal.wanted) return "none";
      continue;
    }
    const { bounds, texts } = growing(variable, known, changed, budget);
    if (direct && texts.has(question.text)) continue;
    if (direct) texts.add(question.text);
    bounds.push({ binding, question, wanted: literal.wanted, cost });
  }
  let outcome: Solution["status"] = "found";
  for (const each of changed.values()) {
    const found = assign(each, known, budget);
    if (found === "none") return "none";
    if (found === "unknown") outcome = "unknown";
  }
  return outcome;
}

/** The lists of the search above stay as they are: copied once, then added to. */
function growing(variable: Variable, known: Known, changed: Map<string, Growing>, budget: Budget): Growing {
  const { key } = variable;
  const before = changed.get(key);
  if (before) return before;
  const bounds = [...(known.bounds.get(key) ?? [])];
  budget.left -= bounds.length;
  known.bounds.set(key, bounds);
  const texts = new Set(bounds.filter(isDirect).map(({ question }) => question.text));
  const made: Growing = { variable, bounds, satisfied: bounds.length, texts };
  changed.set(key, made);
  return made;
}

function assign({ variable, bounds, satisfied }: Growing, { assignment }: Known, budget: Budget): Solution["status"] {
  const current = assignment.get(variable.key);
  if (current && fitting(bounds.slice(satisfied), budget)(current.value)) return "found";
  if (contradict(variable, bounds)) return "none";
  const fits = fitting(bounds, budget);
  const { values, complete } = valuesToTry(variable, bounds);
  const more = bounds.flatMap(({ binding }) => binding.alsoTry?.(values) ?? []);
  budget.left -= values.length + more.length;
  for (const value of [...values, ...more]) {
    if (budget.left <= 0) return "unknown";
    if (!fits(value)) continue;
    assignment.set(variable.key, { variable, value });
    return "found";
  }
  return complete ? "none" : "unknown";
}

/** Whether a value does for all. Whoever refused the last value is asked first, then the latest, which leave the least. */
function fitting(bounds: readonly Bound[], budget: Budget): (value: JsonValue) => boolean {
  const refuses = ({ binding, wanted, cost }: Bound, value: JsonValue) => {
    budget.left -= cost;
    return binding.holds(value) !== wanted;
  };
  let refuser: Bound | undefined;
  return (value) => {
    if (refuser && refuses(refuser, value)) return false;
    const next = bounds.findLast((bound) => bound !== refuser && refuses(bound, value));
    refuser = next ?? refuser;
    return next === undefined;
  };
}

/** Where the demands are too many to try what all of them compare with, those that ask for something say what to try. */
function valuesToTry(variable: Variable, bounds: readonly Bound[]): Candidates {
  const asking = isMuch(bounds) ? bounds.filter(asks) : bounds;
  const tried = isMuch(asking) ? [] : asking;
  const { values, complete } = candidatesFor(
    variable,
    tried.map(({ question }) => question.demand),
    tried.flatMap(({ binding }) => binding.extraItems),
  );
  const isPinned = tried.filter(isDirect).some(({ question }) => pins(variable, question.demand));
  const isAll = isPinned || tried.length === bounds.length;
  return { values, complete: complete && isAll };
}

function isMuch(bounds: readonly Bound[]): boolean {
  return bounds.reduce((total, { question }) => total + 1 + question.demand.constants.length, 0) > MOST_COMPARED;
}

/** Whether it says what a value must be like, not what it must not. */
function asks({ question }: Bound): boolean {
  return question.demand.positive;
}

function isDirect({ binding }: Bound): boolean {
  return binding.direct;
}

/** A rule that never holds, the same rule both demanded and refused, or parts of a text that exclude each other: false for every value. */
function contradict({ domain, fold }: Variable, bounds: readonly Bound[]): boolean {
  if (bounds.some(({ question }) => neverHolds(question.demand))) return true;
  const direct = bounds.filter(isDirect).map(({ question }) => question);
  const demanded = new Map<string, boolean>();
  for (const { demand, about } of direct) {
    if ((demanded.get(about) ?? demand.positive) !== demand.positive) return true;
    demanded.set(about, demand.positive);
  }
  const isText = domain === "text" || domain === "id" || domain === "reply";
  if (!isText || isMuch(bounds.filter(asks))) return false;
  const needsValue = direct.some(({ demand }) => demand.positive && demand.base !== "null" && demand.base !== "=");
  const demands = direct.map(({ demand }) => demand);
  return needsValue && provesNoText(demands, fold);
}
