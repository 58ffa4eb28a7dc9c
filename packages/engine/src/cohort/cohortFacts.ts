import type { ActionType } from "../contract/definition.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import type { Rule, RuleGroup } from "../contract/query.ts";
import type { Facts, Reply } from "../contract/run.ts";
import type { Plan, PlanNode } from "../interpreter/plan.ts";
import { parseItem } from "../query/evaluate.ts";
import { fieldReader, readField } from "../query/fields.ts";
import { RunFacts } from "../simulate/runFacts.ts";
import { writesOf } from "../simulate/world.ts";
import { factsMaker, overlaps } from "./facts.ts";
import type { MakeFacts } from "./facts.ts";
import type { CohortModel } from "./model.ts";
import type { Sampler } from "./sampler.ts";

/** What time writes. */
const BY_TIME = ["deal.daysInStage", "deal.stageChangedAt"];

/** Something that happened to the facts and that nobody has asked for yet. */
interface Pending {
  readonly actionType: ActionType | null;
  readonly config: JsonObject;
  readonly reply: Reply | null;
  readonly at: number;
}

/**
 * The facts of one run after the other, made only as far as conditions ask: a field that the model varies and no action
 * writes is drawn when a condition reads it first; all else is read from facts as any simulation makes them, at the
 * first question.
 */
export class CohortFacts {
  /** Unix ms. */
  now = 0;
  private readonly sampler: Sampler;
  private readonly common: Facts;
  private readonly slugs: Readonly<Record<string, string>>;
  private readonly written: readonly string[];
  /** Fields that are read from whole facts. */
  private readonly asked = new Set<string>();
  /** By a node's position: whether what it changes is read from there on. */
  private readonly heeded: boolean[] = [];
  private makeFacts: MakeFacts = () => ({});
  private made: readonly number[] = [];
  private facts: RunFacts | null = null;
  private pending: Pending[] = [];
  /** By the place among the fields that vary: the value, and the run that it was drawn for. */
  private readonly drawn: JsonValue[];
  private readonly drawnFor: number[];

  constructor(sampler: Sampler, { facts = {}, fieldSlugs = {} }: CohortModel, nodes: Iterable<PlanNode>) {
    this.sampler = sampler;
    this.common = facts;
    this.slugs = fieldSlugs;
    this.written = [...BY_TIME, ...[...nodes].flatMap(({ actionType }) => (actionType ? writesOf(actionType) : []))];
    this.drawn = sampler.fields.map(() => null);
    this.drawnFor = sampler.fields.map(() => -1);
  }

  /** How conditions read a field of the current run. */
  readonly readerOf = (field: string): (() => JsonValue) => {
    const varied = this.sampler.fields.findIndex((each) => each.field === field);
    if (!this.written.some((each) => overlaps(each, field))) {
      if (varied >= 0) return () => this.draw(varied);
      if (!this.sampler.fields.some((each) => overlaps(each.field, field))) {
        const value = readField(this.common, field);
        return () => value;
      }
    }
    this.asked.add(field);
    const read = fieldReader(field);
    return () => read(this.whole());
  };

  /** Ends the preparations: `plan` has these readers. `isWhole`: something reads whole facts all the time. */
  ready(plan: Plan, order: Iterable<number>, isWhole: boolean): void {
    const asked = [...this.asked];
    if (asked.some(isByTime)) asked.push(...BY_TIME);
    const matters = (field: string) => isWhole || asked.some((each) => overlaps(each, field));
    const fields = this.sampler.fields.map(({ field }) => field);
    this.made = fields.flatMap((field, index) => (matters(field) ? [index] : []));
    this.makeFacts = factsMaker(this.common, fields.filter(matters));
    for (const [{ position, actionType }, later] of readLater(plan, order, this.asked)) {
      const writes = actionType === null ? [] : writesOf(actionType);
      this.heeded[position] = writes.some((field) => isWhole || later.some((each) => overlaps(each, field)));
    }
  }

  /** Begins the sampler's current run. */
  begin(): void {
    this.facts = null;
    if (this.pending.length > 0) this.pending = [];
  }

  /** The facts now. */
  whole(): Facts {
    if (this.facts === null) {
      const values = this.made.map((index) => this.draw(index));
      this.facts = new RunFacts(this.makeFacts(values), this.sampler.startAt, this.slugs);
    }
    for (const change of this.pending) apply(this.facts, change);
    if (this.pending.length > 0) this.pending = [];
    return this.facts.at(this.now);
  }

  /** A node's action succeeded, or its message was answered. */
  changed({ position, actionType }: PlanNode, config: JsonObject, reply: Reply | null, at: number): void {
    if (this.heeded[position]) this.pending.push({ actionType, config, reply, at });
  }

  /** Whether what a node changes is read later. */
  heeds({ position }: PlanNode): boolean {
    return this.heeded[position] === true;
  }

  private draw(index: number): JsonValue {
    if (this.drawnFor[index] !== this.sampler.run) {
      this.drawn[index] = this.sampler.value(index);
      this.drawnFor[index] = this.sampler.run;
    }
    return this.drawn[index] ?? null;
  }
}

function isByTime(field: string): boolean {
  return BY_TIME.some((each) => overlaps(each, field));
}

/** Each node with the fields among those asked for that are read at a later one. `order` has edges point forward. */
function* readLater(plan: Plan, order: Iterable<number>, asked: ReadonlySet<string>): Generator<[PlanNode, string[]]> {
  const byPosition = new Map([...plan.nodes.values()].map((node) => [node.position, node]));
  const from = new Map<PlanNode, Set<string>>();
  for (const position of [...order].toReversed()) {
    const node = byPosition.get(position);
    if (!node) continue;
    const later = new Set([...node.edges.values()].flatMap(({ to }) => [...(from.get(to) ?? [])]));
    yield [node, [...later]];
    const here = node.branches.flatMap(({ query }) => fieldsIn(query, 0)).filter((field) => asked.has(field));
    // Days in stage go by the latest change of stage.
    from.set(node, new Set([...later, ...here, ...(here.some(isByTime) ? BY_TIME : [])]));
  }
}

function fieldsIn(item: Rule | RuleGroup, depth: number): string[] {
  const parsed = parseItem(item, depth);
  if (parsed.kind === "rule") return [parsed.rule.field];
  return parsed.kind === "group" ? parsed.group.rules.flatMap((each) => fieldsIn(each, depth + 1)) : [];
}

function apply(facts: RunFacts, { actionType, config, reply, at }: Pending): void {
  if (reply) facts.reply(reply, at);
  else if (actionType !== null) facts.act(actionType, config, at);
}
