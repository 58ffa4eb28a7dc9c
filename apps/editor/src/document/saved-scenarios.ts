import { isObject, isOutcome, RUN_STATUSES } from "@trilho/engine";
import type { Facts, GraphDefinition, GraphNode, JsonValue, Outcome, RoundRobinState, RunStatus } from "@trilho/engine";
import { label } from "./commands/command.ts";
import type { Command } from "./commands/command.ts";
import { uiOf, withUi } from "./document.ts";
import type { CommandCode } from "./history.ts";
import type { Random } from "./ids.ts";
import { entriesAtTrigger, valueAtTrigger, withEntriesAtTrigger } from "./trigger-entries.ts";

/** How the run of a scenario should go. */
export interface Expectation {
  status: RunStatus;
  /** Ids of the nodes that the run visits, in order. */
  path: string[];
}

/** A sample deal and what the world does, kept in the document at its trigger's `config.ui.scenarios`. */
export interface SavedScenario {
  id: string;
  name: string;
  /** ISO 8601 instant at which the trigger fires. */
  startAt: string;
  facts: Facts;
  /** What the world answers, by node id. */
  outcomes: Record<string, Outcome>;
  /** Messages wait for business hours. */
  keepHours: boolean;
  /** Which exit is next when the run comes to a round robin, by node id; without it the first exit's. */
  roundRobin?: Record<string, RoundRobinState>;
  /** With an expectation a scenario is a test. */
  expect?: Expectation;
}

/** Why an entry cannot be read. */
export type ScenarioDamage =
  | "not-a-scenario"
  | "id"
  | "repeated-id"
  | "name"
  | "startAt"
  | "facts"
  | "outcomes"
  | "keepHours"
  | "expect";

/** An entry that cannot be read. It stays in the document as it is until a person removes it. */
export interface DamagedScenario {
  /** Position among the entries of the document. */
  index: number;
  /** Its name or id, where it has one. */
  name: string | null;
  damage: ScenarioDamage;
}

export interface SavedScenarios {
  scenarios: readonly SavedScenario[];
  damaged: readonly DamagedScenario[];
}

const NONE: SavedScenarios = { scenarios: [], damaged: [] };
const KEY = "scenarios";

const entriesOf = (definition: GraphDefinition): readonly JsonValue[] => entriesAtTrigger(definition, KEY);

const parsed = new WeakMap<object, SavedScenarios>();

/** The scenarios saved in a document; the same answer while they do not change. */
export function savedScenarios(definition: GraphDefinition): SavedScenarios {
  const value = valueAtTrigger(definition, KEY);
  if (typeof value !== "object" || value === null) return value === undefined ? NONE : parseScenarios(value);
  const known = parsed.get(value) ?? parseScenarios(value);
  parsed.set(value, known);
  return known;
}

/** Reads a list of scenarios of unknown origin. Never throws; what cannot be read is named in `damaged`. */
export function parseScenarios(value: unknown): SavedScenarios {
  if (value === undefined || value === null) return NONE;
  const scenarios: SavedScenario[] = [];
  const damaged: DamagedScenario[] = [];
  const ids = new Set<string>();
  for (const [index, entry] of (Array.isArray(value) ? value : [value]).entries()) {
    const read = parseScenario(entry);
    const damage = typeof read === "string" ? read : ids.has(read.id) ? "repeated-id" : null;
    if (damage !== null) damaged.push({ index, name: nameIn(entry), damage });
    else if (typeof read !== "string") {
      ids.add(read.id);
      scenarios.push(read);
    }
  }
  return { scenarios, damaged };
}

function nameIn(entry: unknown): string | null {
  if (!isObject(entry)) return null;
  const [name] = [entry["name"], entry["id"]].filter((each) => typeof each === "string" && each.trim() !== "");
  return typeof name === "string" ? name : null;
}

function parseScenario(entry: unknown): SavedScenario | ScenarioDamage {
  if (!isObject(entry)) return "not-a-scenario";
  const { id, name, startAt, facts = {}, outcomes = {}, keepHours = false, roundRobin, expect } = entry;
  if (typeof id !== "string" || id === "") return "id";
  if (typeof name !== "string") return "name";
  if (typeof startAt !== "string" || !isInstant(startAt)) return "startAt";
  if (!isFacts(facts)) return "facts";
  if (!isObject(outcomes) || !Object.values(outcomes).every((each) => isOutcome(each))) return "outcomes";
  if (typeof keepHours !== "boolean") return "keepHours";
  const expectation = expect === undefined ? undefined : parseExpectation(expect);
  if (expectation === null) return "expect";
  return {
    id,
    name,
    startAt,
    facts,
    outcomes: outcomes as unknown as Record<string, Outcome>,
    keepHours,
    // A turn that cannot be read is the first exit's.
    ...(isRoundRobinStates(roundRobin) && { roundRobin }),
    ...(expectation && { expect: expectation }),
  };
}

const isInstant = (text: string): boolean => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text));

const isGroup = (group: JsonValue | undefined): boolean => group === undefined || group === null || isObject(group);

function isFacts(value: JsonValue): value is Facts & { [group: string]: JsonValue } {
  if (!isObject(value)) return false;
  return value["deal"] !== null && ["deal", "contact", "company", "message"].every((name) => isGroup(value[name]));
}

const isRoundRobinStates = (value: JsonValue | undefined): value is Record<string, RoundRobinState> =>
  isObject(value) &&
  Object.values(value).every(
    (turn) => isObject(turn) && Object.values(turn).every((weight) => typeof weight === "number"),
  );

function parseExpectation(value: JsonValue): Expectation | null {
  if (!isObject(value)) return null;
  const { status, path } = value;
  const known = RUN_STATUSES.find((each) => each === status);
  if (!known || !Array.isArray(path) || !path.every((id) => typeof id === "string")) return null;
  return { status: known, path };
}

/** An id for a new scenario that says what it is: `sc_k3x9qa`. */
export function newScenarioId(taken: ReadonlySet<string>, random: Random): string {
  for (;;) {
    const id = `sc_${Math.floor(random() * 36 ** 6)
      .toString(36)
      .padStart(6, "0")}`;
    if (!taken.has(id)) return id;
  }
}

/** The wanted name, or the next of its kind: "Big deal", "Big deal 2", "Big deal 3". */
export function freeScenarioName(taken: ReadonlySet<string>, wanted: string): string {
  if (!taken.has(wanted)) return wanted;
  const [, stem = wanted, digits = "1"] = /^(.*\S) (\d{1,6})$/.exec(wanted) ?? [];
  let number = Number(digits) + 1;
  while (taken.has(`${stem} ${number}`)) number += 1;
  return `${stem} ${number}`;
}

/** A scenario as the document keeps it. */
function toJson({ expect, roundRobin, outcomes, ...rest }: SavedScenario): JsonValue {
  return {
    ...rest,
    outcomes: outcomes as unknown as Record<string, JsonValue>,
    ...(roundRobin && { roundRobin }),
    ...(expect && { expect: { ...expect } }),
  } as JsonValue;
}

const withEntries = (definition: GraphDefinition, entries: readonly JsonValue[]): GraphDefinition | null =>
  withEntriesAtTrigger(definition, KEY, entries);

function done(definition: GraphDefinition | null, code: CommandCode, text: string, coalesce?: string) {
  if (!definition) return null;
  return { definition, label: label(code, [], text), ...(coalesce !== undefined && { coalesce }) };
}

/** A step whose saved scenarios speak of other steps: those that got ids of their own. Damaged entries are told what can be. */
export function withScenariosAbout(node: GraphNode, ids: ReadonlyMap<string, string>): GraphNode {
  const value = uiOf(node)[KEY];
  if (!Array.isArray(value)) return node;
  const idOf = (id: JsonValue): JsonValue => (typeof id === "string" ? (ids.get(id) ?? id) : id);
  const byId = (group: JsonValue | undefined): JsonValue | undefined =>
    isObject(group) ? Object.fromEntries(Object.entries(group).map(([id, each]) => [ids.get(id) ?? id, each])) : group;
  const entries = value.map((entry): JsonValue => {
    if (!isObject(entry)) return entry;
    const { outcomes, roundRobin, expect } = entry;
    const path = isObject(expect) ? expect["path"] : undefined;
    return {
      ...entry,
      ...(outcomes !== undefined && { outcomes: byId(outcomes) ?? null }),
      ...(roundRobin !== undefined && { roundRobin: byId(roundRobin) ?? null }),
      ...(isObject(expect) && Array.isArray(path) && { expect: { ...expect, path: path.map(idOf) } }),
    };
  });
  return withUi(node, { [KEY]: entries });
}

/** Saves scenarios behind those that are there, as one entry of the history. Ids and names that are taken give way to free ones. */
export function addScenarios(scenarios: readonly SavedScenario[]): Command {
  return (definition, { random }) => {
    const [first] = scenarios;
    if (!first) return null;
    const known = savedScenarios(definition).scenarios;
    const ids = new Set(known.map(({ id }) => id));
    const names = new Set(known.map(({ name }) => name));
    const added = scenarios.map((scenario) => {
      const id = scenario.id === "" || ids.has(scenario.id) ? newScenarioId(ids, random) : scenario.id;
      const name = freeScenarioName(names, scenario.name);
      ids.add(id);
      names.add(name);
      return toJson({ ...scenario, id, name });
    });
    const next = withEntries(definition, [...entriesOf(definition), ...added]);
    if (scenarios.length === 1) return done(next, "saveScenario", first.name);
    return done(next, "saveScenarios", String(scenarios.length));
  };
}

/** New values for parts of a saved scenario; `expect: null` makes it a scenario without a test. */
export type ScenarioPatch = Partial<Omit<SavedScenario, "id" | "expect">> & { expect?: Expectation | null };

/** Changes saved scenarios, each by its id, as one entry of the history. `field` names what is typed into. */
export function changeScenarios(
  patches: ReadonlyMap<string, ScenarioPatch>,
  code: "changeScenario" | "renameScenario" | "acceptScenario" = "changeScenario",
  field?: string,
): Command {
  return (definition) => {
    const { scenarios } = savedScenarios(definition);
    const known = new Map(scenarios.map((each) => [each.id, each]));
    const touched = [...patches.keys()].flatMap((id) => known.get(id) ?? []);
    const [first] = touched;
    if (!first) return null;
    const left = new Map(touched.map((each) => [each.id, patches.get(each.id) ?? {}]));
    const entries = entriesOf(definition).map((entry) => {
      const id = isObject(entry) && typeof entry["id"] === "string" ? entry["id"] : null;
      const patch = id === null ? undefined : left.get(id);
      if (!isObject(entry) || id === null || !patch || typeof parseScenario(entry) === "string") return entry;
      left.delete(id);
      return patched(entry, patch);
    });
    const key = field === undefined ? undefined : `scenario:${[...patches.keys()].join(" ")}:${field}`;
    const words = touched.length === 1 ? first.name : String(touched.length);
    const many = code === "acceptScenario" && touched.length > 1 ? "acceptScenarios" : code;
    return done(withEntries(definition, entries), many, words, key);
  };
}

/** Keys that this version of the editor does not know stay. */
function patched(entry: Record<string, JsonValue>, { expect, ...patch }: ScenarioPatch): JsonValue {
  const { expect: before, ...rest } = entry;
  const kept = expect === undefined ? before : expect === null ? undefined : { ...expect };
  const { outcomes, ...values } = patch;
  return {
    ...rest,
    ...(values as Record<string, JsonValue>),
    ...(outcomes && { outcomes: outcomes as unknown as JsonValue }),
    ...(kept !== undefined && { expect: kept }),
  };
}

/** Removes saved scenarios by their ids. */
export function removeScenarios(ids: readonly string[]): Command {
  return (definition) => {
    const { scenarios, damaged } = savedScenarios(definition);
    const gone = scenarios.filter(({ id }) => ids.includes(id));
    const [first] = gone;
    if (!first) return null;
    const broken = new Set(damaged.map(({ index }) => index));
    const left = entriesOf(definition).filter(
      (entry, index) => broken.has(index) || !isObject(entry) || !ids.includes(String(entry["id"])),
    );
    const next = withEntries(definition, left);
    if (gone.length === 1) return done(next, "removeScenario", first.name);
    return done(next, "removeScenarios", String(gone.length));
  };
}

/** Removes an entry that cannot be read, on a person's word. */
export function removeDamagedScenario(index: number): Command {
  return (definition) => {
    const found = savedScenarios(definition).damaged.find((each) => each.index === index);
    if (!found) return null;
    const left = entriesOf(definition).filter((_, at) => at !== index);
    return done(withEntries(definition, left), "removeScenario", found.name ?? String(index + 1));
  };
}
