import type { Facts, RoundRobinState } from "../contract/run.ts";
import type { Outcome, Renderer } from "../contract/scenario.ts";
import type { Plan, PlanNode } from "../interpreter/plan.ts";
import { Turns } from "../interpreter/roundRobin.ts";
import type { World } from "../simulate/answers.ts";
import { stageSince, writesOf } from "../simulate/world.ts";
import type { Reads } from "./facts.ts";
import type { CohortModel } from "./model.ts";
import type { Sampler } from "./sampler.ts";

/** The world around all runs of a cohort, one after the other. */
export class CohortWorld implements World {
  readonly plan: Plan;
  readonly render: Renderer | null;
  readonly slugs: Readonly<Record<string, string>>;
  facts: Facts = {};
  stageSince: number | null = null;
  sent: World["sent"] = null;
  private readonly sampler: Sampler;
  private readonly heeded: ReadonlySet<PlanNode>;
  private readonly asksForDays: boolean;
  private readonly standing: Readonly<Record<string, RoundRobinState>>;
  private readonly turns = new Map<PlanNode, Turns>();
  /** Of the current run. */
  private readonly streams = new Map<PlanNode, () => number>();
  /** By a node's position: the outcome, and the run that it was drawn for. */
  private readonly drawn: (Outcome | null)[] = [];
  private readonly drawnFor: number[] = [];

  constructor(plan: Plan, model: CohortModel, sampler: Sampler, reads: Reads, render: Renderer | null) {
    this.plan = plan;
    this.render = render;
    this.slugs = model.fieldSlugs ?? {};
    this.sampler = sampler;
    this.heeded = new Set(
      [...plan.nodes.values()].filter(
        ({ actionType }) => actionType !== null && writesOf(actionType).some((field) => reads.has(field)),
      ),
    );
    this.asksForDays = reads.has("deal.daysInStage") || reads.has("deal.stageChangedAt");
    this.standing = model.roundRobin ?? {};
    for (const { position } of plan.nodes.values()) [this.drawn[position], this.drawnFor[position]] = [null, -1];
  }

  /** Begins the sampler's current run. */
  begin(): void {
    this.facts = this.sampler.facts();
    this.stageSince = this.asksForDays ? stageSince(this.facts, this.sampler.startAt) : null;
    this.sent = null;
    if (this.streams.size > 0) this.streams.clear();
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
    return stream();
  }

  turn(node: PlanNode): string | null {
    return this.turns.get(node)?.next() ?? null;
  }

  heeds(node: PlanNode): boolean {
    return this.heeded.has(node);
  }

  /** Puts all round robins to where the model has them, some turns on. */
  resetTurns(ahead: number): void {
    for (const node of this.plan.nodes.values()) {
      if (node.exits.length === 0) continue;
      const before = Object.hasOwn(this.standing, node.id) ? this.standing[node.id] : undefined;
      const turns = new Turns(node.exits, before ?? {});
      for (let turn = 0; turn < ahead; turn += 1) turns.next();
      this.turns.set(node, turns);
    }
  }

  /** Where the round robins stand. */
  roundRobin(): Record<string, RoundRobinState> {
    const moved = [...this.turns].map(([{ id }, turns]): [string, RoundRobinState] => [id, turns.state()]);
    return Object.fromEntries([...Object.entries(this.standing), ...moved]);
  }
}
