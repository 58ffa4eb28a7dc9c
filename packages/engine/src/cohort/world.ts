import type { Runnable } from "../analyse/read.ts";
import type { JsonObject } from "../contract/json.ts";
import type { Facts, Reply, RoundRobinState } from "../contract/run.ts";
import type { Outcome, Renderer } from "../contract/scenario.ts";
import { compilePlan } from "../interpreter/compile-run.ts";
import type { Plan, PlanNode, RunSettings } from "../interpreter/plan.ts";
import { RoundRobin } from "../interpreter/round-robin.ts";
import type { Coming, World } from "../simulate/answers.ts";
import type { RandomStream } from "../simulate/random.ts";
import { CohortFacts } from "./cohort-facts.ts";
import type { CohortModel } from "./model.ts";
import type { Sampler } from "./sampler.ts";

/** Conditions of a cohort ask for their fields themselves. */
const UNASKED: Facts = {};

/** The world around all runs of a cohort, one after the other. */
export class CohortWorld implements World {
  readonly plan: Plan;
  readonly render: Renderer | null;
  readonly facts: CohortFacts;
  readonly coming: Coming[] = [];
  readonly sampler: Sampler;
  private readonly standing: Readonly<Record<string, RoundRobinState>>;
  /** By a node's position. */
  private readonly turns: RoundRobin[] = [];
  /** Of the current run. */
  private readonly streams = new Map<PlanNode, RandomStream>();
  /** By a node's position: the outcome, and the run that it was drawn for. */
  private readonly drawn: (Outcome | null)[] = [];
  private readonly drawnFor: number[] = [];

  constructor({ definition, graph, plan }: Runnable, model: CohortModel, sampler: Sampler, render: Renderer | null) {
    // What Liquid reads is not known beforehand.
    this.facts = new CohortFacts(sampler, model, render !== null);
    this.plan = compilePlan(definition, settingsOf(model), this.facts.asking(graph));
    this.facts.ready(this.plan, graph.order ?? []);
    this.render = render;
    this.sampler = sampler;
    this.standing = model.roundRobin ?? {};
    for (const { position } of plan.nodes.values()) [this.drawn[position], this.drawnFor[position]] = [null, -1];
  }

  /** Begins the sampler's current run. */
  begin(): void {
    this.facts.begin();
    if (this.streams.size > 0) this.streams.clear();
    this.coming.length = 0;
  }

  outcome(node: PlanNode): Outcome | null {
    const { position } = node;
    if (this.drawnFor[position] !== this.sampler.run) {
      this.drawn[position] = this.sampler.outcome(node);
      this.drawnFor[position] = this.sampler.run;
    }
    return this.drawn[position] ?? null;
  }

  random(node: PlanNode): number {
    const stream = this.streams.get(node) ?? this.sampler.stream(node);
    this.streams.set(node, stream);
    return stream.next();
  }

  turn(node: PlanNode): string | null {
    return this.turns[node.position]?.next() ?? null;
  }

  /** The same as the exit's place among those that take turns. */
  pick({ position }: PlanNode): number {
    return this.turns[position]?.pick() ?? -1;
  }

  factsAt(at: number): Facts {
    this.facts.now = at;
    return this.render === null ? UNASKED : this.facts.facts();
  }

  acted(node: PlanNode, config: JsonObject, at: number): void {
    this.facts.changed(node, config, null, at);
  }

  replied(node: PlanNode, reply: Reply, at: number): void {
    this.facts.changed(node, node.config, reply, at);
  }

  overheard(asked: PlanNode, at: number): void {
    this.facts.overheard(asked, at);
  }

  /** Puts all round robins to where the model has them, some turns on. */
  resetTurns(ahead: number): void {
    for (const node of this.plan.nodes.values()) {
      if (node.exits.length === 0) continue;
      const before = Object.hasOwn(this.standing, node.id) ? this.standing[node.id] : undefined;
      const turns = new RoundRobin(node.exits, before ?? {});
      for (let turn = 0; turn < ahead; turn += 1) turns.next();
      this.turns[node.position] = turns;
    }
  }

  /** Puts them to where the model has them, as before the first run. */
  endTurns(): void {
    this.turns.length = 0;
  }

  /** Where the round robins stand. */
  roundRobin(): Record<string, RoundRobinState> {
    const moved = [...this.plan.nodes.values()].flatMap(({ id, position }): [string, RoundRobinState][] => {
      const turns = this.turns[position];
      return turns ? [[id, turns.state()]] : [];
    });
    return Object.fromEntries([...Object.entries(this.standing), ...moved]);
  }
}

function settingsOf({ trigger, respectBusinessHours, businessHours, timeZone }: CohortModel): RunSettings {
  return {
    ...(trigger !== undefined && { trigger }),
    ...(respectBusinessHours !== undefined && { respectBusinessHours }),
    ...(businessHours !== undefined && { businessHours }),
    ...(timeZone !== undefined && { timeZone }),
  };
}
