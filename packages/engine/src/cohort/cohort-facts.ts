import { ACTION_TYPES } from "../contract/definition.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import type { Rule, RuleGroup } from "../contract/query.ts";
import type { Facts, Reply } from "../contract/run.ts";
import type { Catalogue } from "../contract/scenario.ts";
import type { CompiledGraph } from "../graph/compile.ts";
import type { Asking } from "../interpreter/compile-run.ts";
import type { Plan, PlanNode } from "../interpreter/plan.ts";
import { always, never, parseItem } from "../query/evaluate.ts";
import type { Holds, RuleMaker, ValueTest } from "../query/evaluate.ts";
import { fieldReader, readField } from "../query/fields.ts";
import { isOf, numberRange } from "../query/numbers.ts";
import { RunFacts } from "../simulate/run-facts.ts";
import { BY_TIME, FactsObject, writesOf } from "../simulate/world.ts";
import type { FactStore } from "../simulate/world.ts";
import { factsMaker, overlaps } from "./facts.ts";
import type { MakeFacts } from "./facts.ts";
import type { CohortModel } from "./model.ts";
import type { Sampler } from "./sampler.ts";
import { Slots } from "./slots.ts";

/**
 * The facts of one run after the other, made only as far as conditions ask: each field that they read has a slot, which is
 * filled when it is read or changed first, and what nobody reads later is not changed. Where something reads whole facts
 * all the time, whole facts are made instead.
 */
export class CohortFacts {
  /** Unix ms. */
  now = 0;
  private readonly sampler: Sampler;
  private readonly common: Facts;
  private readonly catalogue: Catalogue;
  private readonly isWhole: boolean;
  /** Fields that conditions read. */
  private readonly asked: string[] = [];
  /** By a node's position: whether what it changes is read from there on. */
  private readonly heeded: boolean[] = [];
  private readonly makeFacts: MakeFacts;
  private slots = new Slots([], []);
  private run: RunFacts<FactStore>;
  private whole: FactsObject;

  constructor(sampler: Sampler, { facts = {}, ...catalogue }: CohortModel, isWhole: boolean) {
    this.sampler = sampler;
    this.common = facts;
    this.catalogue = catalogue;
    this.isWhole = isWhole;
    this.whole = new FactsObject(facts);
    this.run = new RunFacts(this.whole, sampler.startAt, catalogue);
    this.makeFacts = factsMaker(
      facts,
      sampler.fields.map(({ field }) => field),
    );
  }

  /** How a graph's nodes ask for fields of the current run. */
  asking(graph: CompiledGraph): Asking {
    return { rule: this.ruleMaker(graph), value: (field) => this.valueReader(field) };
  }

  private valueReader(field: string): () => JsonValue {
    if (this.isWhole) {
      const read = fieldReader(field);
      return () => read(this.facts());
    }
    return this.slotReader(field);
  }

  private slotReader(field: string): () => JsonValue {
    const slot = this.slotOf(field);
    if (!isByTime(field)) return () => this.slots.at(slot);
    for (const each of BY_TIME) this.slotOf(each);
    return () => {
      this.run.passTo(this.now);
      return this.slots.at(slot);
    };
  }

  /** How conditions test fields. */
  private ruleMaker({ nodes }: CompiledGraph): RuleMaker {
    if (this.isWhole) {
      return ({ field }, test) => {
        const read = fieldReader(field);
        return () => test(read(this.facts()));
      };
    }
    const actions = ACTION_TYPES.filter((type) => nodes.some((node) => node?.actionType === type));
    const changing = [...BY_TIME, ...actions.flatMap(writesOf)];
    return (rule, test) => {
      const changes = changing.some((each) => overlaps(each, rule.field));
      return (changes ? null : this.drawnRule(rule, test)) ?? this.slotRule(rule, test);
    };
  }

  /** Tests what was drawn, or what all runs have in common; null where that takes more. */
  private drawnRule(rule: Rule, test: ValueTest): Holds | null {
    const { field } = rule;
    const { sampler } = this;
    const index = sampler.fields.findIndex((each) => each.field === field);
    const drawn = sampler.fields[index];
    if (!drawn) {
      const isCommon = !sampler.fields.some((each) => overlaps(each.field, field));
      return isCommon ? (test(readField(this.common, field)) ? always : never) : null;
    }
    if (drawn.values === null) {
      const range = numberRange(rule);
      return range === null ? () => test(sampler.draw(index)) : () => isOf(range, sampler.draw(index));
    }
    const held = drawn.values.map(test);
    const [first] = held;
    if (held.every((each) => each === first)) return first === true ? always : never;
    return () => held[sampler.draw(index)] === true;
  }

  private slotRule({ field, operator }: Rule, test: ValueTest): Holds {
    const read = this.slotReader(field);
    if (isByTime(field) || (operator !== "null" && operator !== "notNull")) return () => test(read());
    const slot = this.slotOf(field);
    const heldOfInstants = test(new Date(0).toISOString());
    return () => (this.slots.isInstant(slot) ? heldOfInstants : test(this.slots.at(slot)));
  }

  /** Ends the preparations: `plan` has these readers. `order` has edges point forward. */
  ready(plan: Plan, order: Iterable<number>): void {
    this.slots = new Slots(
      this.asked,
      this.asked.map((field) => this.initialOf(field)),
    );
    if (!this.isWhole) this.run = new RunFacts<FactStore>(this.slots, this.sampler.startAt, this.catalogue);
    for (const [{ position, actionType }, later] of readLater(plan, order)) {
      const writes = actionType === null ? [] : writesOf(actionType);
      this.heeded[position] = this.isWhole || writes.some((field) => later.some((each) => overlaps(each, field)));
    }
  }

  /** Begins the sampler's current run. */
  begin(): void {
    const { startAt } = this.sampler;
    if (this.isWhole) {
      this.whole = new FactsObject(this.initialFacts());
      this.run.store = this.whole;
    }
    this.slots.begin();
    this.run.begin(startAt);
  }

  /** Whole facts now. */
  facts(): Facts {
    this.run.passTo(this.now);
    return this.whole.facts;
  }

  /** A node's action succeeded, or its message was answered. */
  changed({ position, actionType }: PlanNode, config: JsonObject, reply: Reply | null, at: number): void {
    if (!this.heeded[position]) return;
    if (reply) this.run.reply(reply, at);
    else if (actionType !== null) this.run.act(actionType, config, at);
  }

  /** The contact wrote after what a node asked, and answered nothing. */
  overheard({ position }: PlanNode, at: number): void {
    if (this.heeded[position]) this.run.overhear(at);
  }

  /** Whether what a node changes is read later. */
  heeds({ position }: PlanNode): boolean {
    return this.heeded[position] === true;
  }

  private slotOf(field: string): number {
    const known = this.asked.indexOf(field);
    return known >= 0 ? known : this.asked.push(field) - 1;
  }

  /** What a field holds when a run begins. */
  private initialOf(field: string): () => JsonValue {
    const { fields } = this.sampler;
    const varied = fields.findIndex((each) => each.field === field);
    if (varied >= 0) return () => this.sampler.value(varied);
    if (fields.some((each) => overlaps(each.field, field))) return () => readField(this.initialFacts(), field);
    const value = readField(this.common, field);
    return () => value;
  }

  private initialFacts(): Facts {
    return this.makeFacts(this.sampler.fields.map((_, index) => this.sampler.value(index)));
  }
}

const isByTime = (field: string): boolean => BY_TIME.some((each) => overlaps(each, field));

/** Each node with the fields that are read at a later one. `order` has edges point forward. */
function* readLater(plan: Plan, order: Iterable<number>): Generator<[PlanNode, string[]]> {
  const byPosition = new Map([...plan.nodes.values()].map((node) => [node.position, node]));
  const from = new Map<PlanNode, Set<string>>();
  for (const position of [...order].toReversed()) {
    const node = byPosition.get(position);
    if (!node) continue;
    const later = new Set([...node.edges.values()].flatMap(({ to }) => [...(from.get(to) ?? [])]));
    yield [node, [...later]];
    const here = fieldsOf(node);
    // Days in stage go by the latest change of stage.
    const byTime = here.some(isByTime) ? BY_TIME : [];
    from.set(node, new Set([...later, ...here, ...byTime]));
  }
}

/** What a node reads when a run comes to it. */
function fieldsOf({ branches, until }: PlanNode): string[] {
  const waitsFor = until?.settings.kind === "field" ? [until.settings.field] : [];
  return [...waitsFor, ...branches.flatMap(({ query }) => fieldsIn(query, 0))];
}

function fieldsIn(item: Rule | RuleGroup, depth: number): string[] {
  const parsed = parseItem(item, depth);
  if (parsed.kind === "rule") return [parsed.rule.field];
  return parsed.kind === "group" ? parsed.group.rules.flatMap((each) => fieldsIn(each, depth + 1)) : [];
}
