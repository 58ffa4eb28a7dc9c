import type { Runnable } from "../analyse/read.ts";
import type { JsonValue } from "../contract/json.ts";
import type { Outcome, Scenario } from "../contract/scenario.ts";
import type { PlanNode } from "../interpreter/plan.ts";
import { RandomStream, randomStream, streamName } from "../simulate/random.ts";
import { runKey } from "../simulate/seed.ts";
import type { Key } from "../simulate/seed.ts";
import { outcomesByNode } from "./choices.ts";
import { drawer, numberDrawer } from "./distribution.ts";
import type { Draw } from "./distribution.ts";
import { factsMaker } from "./facts.ts";
import type { CheckedModel, CohortModel } from "./model.ts";

/** The end of JavaScript's calendar, Unix ms: later starts start there. */
const LAST_INSTANT = 8.64e15;

/**
 * Draws what the runs of a cohort are like. Each fact and each node has a stream of its own by seed and run, so that an
 * edit elsewhere changes nothing here, and what nobody looks at need not be drawn.
 */
export class Sampler {
  /** Of the current run: its number, and where it starts (Unix ms). */
  run = 0;
  startAt: number;
  private key: Key = runKey("0");
  private readonly model: CohortModel;
  private readonly seed: string;
  private readonly source = new RandomStream();
  private readonly gap: Draw<number> | null;
  private readonly gaps: RandomStream;
  /** What varies, in the order of the model. */
  readonly fields: readonly { field: string; name: Key; draw: Draw }[];
  /** By the node's position. */
  private readonly outcomes: ({ id: string; name: Key; draw: Draw<Outcome | null> } | undefined)[] = [];
  private readonly jitter = new Map<PlanNode, Key>();

  constructor(runnable: Runnable, { model, startAt }: CheckedModel, seed: string) {
    this.model = model;
    this.seed = seed;
    this.startAt = startAt;
    this.gap = model.arrivals ? numberDrawer(model.arrivals) : null;
    this.gaps = randomStream("", seed, "arrivals");
    this.fields = Object.entries(model.vary ?? {}).map(([field, distribution]) => ({
      field,
      name: streamName(seed, "fact", field),
      draw: drawer(distribution),
    }));
    for (const [node, draw] of outcomesByNode(runnable, model)) {
      this.outcomes[node.position] = { id: node.id, name: streamName(seed, "outcome", node.id), draw };
    }
  }

  /** Goes on to a later run. */
  goTo(run: number): void {
    for (; this.run < run; this.run += 1) {
      if (this.gap) this.startAt = Math.min(this.startAt + Math.round(this.gap(this.gaps) * 1000), LAST_INSTANT);
    }
    this.key = runKey(String(run));
  }

  /** What a field that varies holds at the start of the current run. */
  value(index: number): JsonValue {
    const field = this.fields[index];
    if (!field) return null;
    return field.draw(this.source.begin(field.name, this.key));
  }

  /** How the world answers a node in the current run. */
  outcome({ position }: Pick<PlanNode, "position">): Outcome | null {
    const drawn = this.outcomes[position];
    if (!drawn) return null;
    return drawn.draw(this.source.begin(drawn.name, this.key));
  }

  /** Whether the world answers a node otherwise than by success and silence. */
  decides({ position }: PlanNode): boolean {
    return this.outcomes[position] !== undefined;
  }

  /** The node's own stream in the current run. */
  stream(node: PlanNode): RandomStream {
    const name = this.jitter.get(node) ?? streamName(this.seed, node.id);
    this.jitter.set(node, name);
    return new RandomStream().begin(name, this.key);
  }

  /** The current run as a scenario. */
  scenario(): Scenario {
    const { facts = {}, respectBusinessHours, businessHours, fieldSlugs, roundRobin } = this.model;
    const outcomes = this.outcomes.flatMap((drawn, position): [string, Outcome][] => {
      const outcome = this.outcome({ position });
      return drawn && outcome ? [[drawn.id, outcome]] : [];
    });
    return {
      startAt: new Date(this.startAt).toISOString(),
      facts: factsMaker(
        facts,
        this.fields.map(({ field }) => field),
      )(this.fields.map((_, index) => this.value(index))),
      outcomes: Object.fromEntries(outcomes),
      seed: this.seed,
      ...(respectBusinessHours !== undefined && { respectBusinessHours }),
      ...(businessHours !== undefined && { businessHours }),
      ...(fieldSlugs !== undefined && { fieldSlugs }),
      ...(roundRobin !== undefined && { roundRobin }),
    };
  }
}
