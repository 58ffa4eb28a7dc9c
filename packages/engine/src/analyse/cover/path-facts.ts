import { DAY_MS } from "../../contract/durations.ts";
import type { JsonObject, JsonValue } from "../../contract/json.ts";
import type { Facts, Reply } from "../../contract/run.ts";
import type { Catalogue } from "../../contract/scenario.ts";
import type { PlanNode } from "../../interpreter/plan.ts";
import { LAST_INSTANT } from "../../interpreter/walk.ts";
import { testRule } from "../../query/evaluate.ts";
import { fieldByName, readField } from "../../query/fields.ts";
import { foldOf, isOperator, OPERATOR_TESTS } from "../../query/operators.ts";
import { canonical } from "../../json/canonical.ts";
import { answersOf } from "../../simulate/answers.ts";
import { afterAction, afterReply, atInstant, stageSince } from "../../simulate/world.ts";
import { withField } from "../solve/facts.ts";
import type { Literal } from "../solve/formula.ts";
import type { Bind, Binding, Variable } from "../solve/solve.ts";
import type { Domain, Kind } from "../solve/values.ts";
import type { Exit, ExitCause } from "../exits.ts";

/** One node of a path and the way in which the run leaves it. */
export interface PathStep {
  readonly position: number;
  readonly node: PlanNode;
  readonly way: Exit;
}

/** What the scenarios of paths are made with. `startAt` is Unix ms. */
export interface PathWorld {
  readonly startAt: number;
  readonly catalogue: Catalogue;
  /** What a node does to a field, by node and field. */
  readonly natures: Map<PlanNode, Map<string, Nature>>;
  /** How often that was found out by trying. */
  probes: number;
}

type Uncounted = Omit<Binding, "work">;

/** What it takes to try it, in looks at what is known. */
const PROBE = 10;

/** Tells how much work each binding was: all steps before are asked what they do to the field. */
function counted(world: PathWorld, bind: (literal: Literal) => Uncounted): Bind {
  return (literal) => {
    const { probes } = world;
    const binding = bind(literal);
    return { ...binding, work: literal.step + PROBE * (world.probes - probes) };
  };
}

/** Whether a step keeps a field, sets it to one value, makes a new value from the old, or sets it to what time and texts make of it. */
export type Nature = "keeps" | "sets" | "derives" | "varies";

const REPLIES: ReadonlySet<ExitCause> = new Set(["button", "text", "other-reply"]);
const DONE: ReadonlySet<ExitCause> = new Set(["succeeded", "button", "text", "other-reply", "silence"]);
const REPLY_AFTER_MS = 60_000;
const SOME_REPLY = "Hello";
const DAYS_IN_STAGE = "deal.daysInStage";
const LAST_MESSAGE = "deal.lastMessageAt";

export function isReply({ way }: PathStep): boolean {
  return REPLIES.has(way.cause);
}

/** How long until a step's reply comes: a minute, or half of a shorter limit. */
export const replyMs = ({ way }: PathStep): number => Math.min(REPLY_AFTER_MS, Math.floor(way.maxMs / 2));

/** How long a path that comes to a step at an instant (Unix ms) stays there, where the facts hold no dates. */
function stayMs(step: PathStep, at: number): number {
  const { until, delayMs } = step.node;
  if (isReply(step)) return replyMs(step);
  if (until === null) return step.way.maxMs;
  const end = until.ends({ at, facts: {} });
  return typeof end === "number" ? end - at : (delayMs ?? 0);
}

/** What the contact answers at a step. */
export function replyOf({ way }: PathStep, text: JsonValue = SOME_REPLY): Reply {
  if (way.cause === "button") return { buttonId: way.partId ?? "" };
  return way.cause === "text" ? { text: typeof text === "string" ? text : SOME_REPLY } : {};
}

/** Binds literals to the facts at the start and to the texts of replies, following each field along the path. */
export function bindForSearch(world: PathWorld, steps: readonly PathStep[]): Bind {
  return counted(world, ({ rule, step }) => {
    const { field } = rule;
    const replyTo = field.startsWith("message.") ? lastReply(steps, step) : -1;
    const isText = steps[replyTo]?.way.cause === "text" && field === "message.text";
    const natures = naturesBefore(world, steps, step, field);
    const isSet = natures.has("sets") || (natures.has("varies") && domainOf(field) !== "list");
    const variable = replyTo >= 0 ? (isText ? replyText(replyTo) : null) : isSet ? null : initial(field);
    const isKept = replyTo < 0 && field !== DAYS_IN_STAGE && [...natures].every((each) => each === "keeps");
    const holds = isKept
      ? testOf(rule)
      : (value: JsonValue) => testRule(rule, replay(world, steps, step, field, value, replyTo)).held;
    const extraItems = itemsOf(steps, step, field, world);
    const binding = { variable, holds, direct: isKept, extraItems };
    if (field !== DAYS_IN_STAGE) return binding;
    const days = Math.floor(elapsedMs(world.startAt, steps, step) / DAY_MS);
    return { ...binding, alsoTry: (values) => fewerDays(values, days) };
  });
}

/**
 * Binds literals for a proof that no facts will do: what depends on time, on texts filled in while running or on
 * unusual replies may be anything, anew at every step.
 */
export function bindForProof(world: PathWorld, steps: readonly PathStep[]): Bind {
  return counted(world, (literal) => bindSoundly(world, steps, literal));
}

/** All that steps before do to a field. */
function naturesBefore(world: PathWorld, steps: readonly PathStep[], until: number, field: string): Set<Nature> {
  return new Set(steps.slice(0, until).map((step) => natureOf(world, step, field)));
}

function bindSoundly(world: PathWorld, steps: readonly PathStep[], { rule, step }: Literal): Uncounted {
  const { field } = rule;
  const anything = (told?: Partial<Kind>): Uncounted => free(rule, field, `${field}@${step}`, told);
  if (field === DAYS_IN_STAGE) return anything({ fewest: fewestDays(world, steps, step) });
  const replyTo = field.startsWith("message.") ? lastReply(steps, step) : -1;
  if (replyTo >= 0) {
    const cause = steps[replyTo]?.way.cause;
    if (field === "message.text") return free(rule, field, `${field} of reply ${replyTo}`);
    if (field !== "message.buttonId" || cause === "other-reply") return anything();
  }
  const natures = steps.slice(Math.max(0, replyTo), step).map((each) => natureOf(world, each, field));
  // Whatever sends a message, or answers one, says when.
  if (natures.includes("varies")) return anything({ isFilled: field === LAST_MESSAGE });
  const domain = domainOf(field);
  if (natures.includes("derives") && domain !== "list") return anything();
  if (replyTo < 0 && natures.every((each) => each === "keeps"))
    return { variable: initial(field), holds: testOf(rule), direct: true, extraItems: [] };
  const isSet = replyTo >= 0 || natures.includes("sets");
  return {
    variable: isSet && !natures.includes("derives") ? null : initial(field),
    holds: (value) => testRule(rule, replay(world, steps, step, field, value, replyTo)).held,
    direct: false,
    extraItems: itemsOf(steps, step, field, world),
  };
}

function free(rule: Literal["rule"], field: string, key: string, told: Partial<Kind> = {}): Uncounted {
  const variable: Variable = { ...initial(field), ...told, key };
  return { variable, holds: testOf(rule), direct: true, extraItems: [] };
}

/** Whether a rule holds of its field's value. */
function testOf({ field, operator, value: expected = null }: Literal["rule"]): (value: JsonValue) => boolean {
  if (!isOperator(operator)) return () => false;
  const test = OPERATOR_TESTS[operator];
  const fold = foldOf(fieldByName(field)?.type);
  return (value) => test(value, expected, fold);
}

function initial(field: string): Variable {
  return { key: field, domain: domainOf(field), fold: foldOf(fieldByName(field)?.type), place: { field } };
}

function replyText(step: number): Variable {
  return { key: `reply ${step}`, domain: "reply", fold: foldOf("text"), place: { replyTo: step } };
}

function domainOf(field: string): Domain {
  return field === DAYS_IN_STAGE ? "days" : (fieldByName(field)?.type ?? "any");
}

function lastReply(steps: readonly PathStep[], before: number): number {
  return steps.slice(0, before).findLastIndex(isReply);
}

function elapsedMs(startAt: number, steps: readonly PathStep[], before: number): number {
  return steps.slice(0, before).reduce((total, step) => total + stayMs(step, startAt + total), 0);
}

/** Days that have surely passed in the deal's stage: it entered it before the run began, or where a step last moved it. */
function fewestDays(world: PathWorld, steps: readonly PathStep[], until: number): number {
  const before = steps.slice(0, until);
  const moved = before.findLastIndex((step) => natureOf(world, step, DAYS_IN_STAGE) !== "keeps");
  const passed = before.slice(moved + 1).reduce((total, { way }) => total + way.minMs, 0);
  return Math.floor(Math.min(passed, LAST_INSTANT - world.startAt) / DAY_MS);
}

function fewerDays(values: readonly JsonValue[], days: number): JsonValue[] {
  return values.flatMap((value) => (typeof value === "number" && value >= days ? [Math.ceil(value - days)] : []));
}

/** The facts at `until` of a path that begins with one field, `value`; where `replyTo` is a step, `value` is the text answered there. */
function replay(
  world: PathWorld,
  steps: readonly PathStep[],
  until: number,
  field: string,
  value: JsonValue,
  replyTo: number,
): Facts {
  let facts = replyTo >= 0 ? {} : withField({}, field, value);
  let at = world.startAt;
  let since = stageSince(facts, at);
  for (let index = 0; index < until; index += 1) {
    const step = steps[index];
    if (!step) break;
    const changes = natureOf(world, step, field) !== "keeps" || index === replyTo;
    if (changes && DONE.has(step.way.cause)) {
      facts = act(world, step.node, facts, at);
      if (step.node.actionType === "move_stage") since = stageSince(facts, at);
    }
    at = Math.min(at + stayMs(step, at), LAST_INSTANT);
    if (changes && isReply(step)) facts = answered(step, facts, at, index === replyTo ? value : undefined);
  }
  return field === DAYS_IN_STAGE ? atInstant(facts, at, since) : facts;
}

function act({ catalogue }: PathWorld, node: PlanNode, facts: Facts, at: number): Facts {
  return node.actionType === null ? facts : afterAction(node.actionType, facts, node.config, at, catalogue);
}

function answered(step: PathStep, facts: Facts, at: number, text?: JsonValue): Facts {
  return afterReply(facts, answersOf(step.node, replyOf(step, text)), at);
}

/** What a step does to a field. */
function natureOf(world: PathWorld, step: PathStep, field: string): Nature {
  if (!DONE.has(step.way.cause)) return "keeps";
  const byField = world.natures.get(step.node) ?? new Map<string, Nature>();
  world.natures.set(step.node, byField);
  const key = isReply(step) ? `${step.way.cause} ${step.way.partId ?? ""} ${field}` : field;
  const known = byField.get(key);
  if (known !== undefined) return known;
  world.probes += 1;
  const found = probe(world, step, field);
  byField.set(key, found);
  return found;
}

/** Finds out by trying; of a list both without and with the items that the step may add or take off. */
function probe(world: PathWorld, step: PathStep, field: string): Nature {
  const isList = domainOf(field) === "list";
  const probes: JsonValue[] = isList
    ? [["probe a"], ["probe b", ...listedIn(step.node.config)]]
    : ["probe a", "probe b"];
  const outcome = (value: JsonValue, at: number) => {
    const acted = act(world, step.node, withField({}, field, value), at);
    return canonical(readField(isReply(step) ? answered(step, acted, at) : acted, field));
  };
  const [a, b] = probes.map((value) => outcome(value, 0));
  if (a === canonical(probes[0] ?? null) && b === canonical(probes[1] ?? null)) return "keeps";
  const isTimed = a !== outcome(probes[0] ?? null, DAY_MS);
  if (isTimed || hasLiquid(step.node.config)) return "varies";
  return a === b ? "sets" : "derives";
}

function hasLiquid(config: JsonObject): boolean {
  return /\{[{%]/.test(JSON.stringify(config));
}

/** What the steps before add to a list or take off it: any text of their configs' lists. */
function itemsOf(steps: readonly PathStep[], until: number, field: string, world: PathWorld): JsonValue[] {
  if (domainOf(field) !== "list") return [];
  return steps
    .slice(0, until)
    .filter((step) => natureOf(world, step, field) === "derives")
    .flatMap(({ node }) => listedIn(node.config));
}

function listedIn(config: JsonObject): string[] {
  return Object.values(config)
    .flatMap((value) => (Array.isArray(value) ? value : []))
    .filter((item) => typeof item === "string");
}
