import type { Runnable } from "../analyse/read.ts";
import type { JsonValue } from "../contract/json.ts";
import type { Outcome, Scenario } from "../contract/scenario.ts";
import type { PlanNode } from "../interpreter/plan.ts";
import { catalogueIn } from "../simulate/scenario.ts";
import { RandomStream, streamName } from "../simulate/random.ts";
import { nameKey, runKey } from "../simulate/seed.ts";
import type { Key } from "../simulate/seed.ts";
import { choicesByNode } from "./choices.ts";
import type { Choice, Choices } from "./choices.ts";
import { BriefStream } from "./stream.ts";
import { drawer } from "./distribution.ts";
import type { Drawer } from "./distribution.ts";
import { factsMaker } from "./facts.ts";
import type { CheckedModel, CohortModel } from "./model.ts";

/** A field that varies. */
interface DrawnField extends Drawer {
  readonly field: string;
  readonly name: Key;
}

/**
 * Draws what the runs of a cohort are like. Each fact and each node has a stream of its own by seed and run, so that an
 * edit elsewhere changes nothing here, and what nobody looks at need not be drawn.
 */
export class Sampler {
  /** Of the current run: its number, and where it starts (Unix ms). */
  run = 0;
  startAt = 0;
  private readonly key = { high: 0, low: 0 };
  /** All digits of its number but the last, and their key. */
  private tens = 0;
  private tensKey = nameKey("");
  private readonly model: CohortModel;
  private readonly seed: string;
  private readonly source = new BriefStream();
  /** What varies, in the order of the model. */
  readonly fields: readonly DrawnField[];
  /** By field, what was drawn, and for which run. */
  private readonly drawn: Float64Array;
  private readonly drawnFor: Float64Array;
  /** By the node's position. */
  private readonly choices: ({ id: string; name: Key; choices: Choices } | undefined)[] = [];
  /** Of the reply chosen last. */
  private readonly delay = new Float64Array(1);
  private readonly jitter = new Map<PlanNode, Key>();

  constructor(runnable: Runnable, { model, startAt }: CheckedModel, seed: string) {
    this.model = model;
    this.seed = seed;
    this.startAt = startAt;
    const together = new Set(model.together);
    this.fields = Object.entries(model.vary ?? {}).map(([field, distribution]) => ({
      field,
      // The same stream draws the same place.
      name: together.has(field) ? streamName(seed, "facts") : streamName(seed, "fact", field),
      ...drawer(distribution),
    }));
    this.drawn = new Float64Array(this.fields.length);
    this.drawnFor = new Float64Array(this.fields.length).fill(-1);
    for (const [node, choices] of choicesByNode(runnable, model)) {
      this.choices[node.position] = { id: node.id, name: streamName(seed, "outcome", node.id), choices };
    }
  }

  /** Goes to a run; `startAt` is when it starts. */
  goTo(run: number): void {
    this.run = run;
    const tens = Math.floor(run / 10);
    if (tens !== this.tens) {
      this.tens = tens;
      this.tensKey = nameKey(tens === 0 ? "" : String(tens));
    }
    runKey(String(run - 10 * tens), this.tensKey, this.key);
  }

  /** What a field that varies holds at the start of the current run. */
  value(index: number): JsonValue {
    const values = this.fields[index]?.values ?? null;
    const drawn = this.draw(index);
    return values === null ? drawn : (values[drawn] ?? null);
  }

  /** The same as it is drawn: the number, or the place among the field's `values`. */
  draw(index: number): number {
    if (this.drawnFor[index] !== this.run) this.drawAnew(index);
    return this.drawn[index] ?? 0;
  }

  private drawAnew(index: number): void {
    const field = this.fields[index];
    field?.draw(this.source.begin(field.name, this.key), this.drawn, index);
    this.drawnFor[index] = this.run;
  }

  /** After how many seconds the reply chosen last comes. */
  get seconds(): number {
    return this.delay[0] ?? 0;
  }

  /** How the world answers a node in the current run. */
  outcome(node: Pick<PlanNode, "position">): Outcome | null {
    const outcome = this.choicesOf(node)?.[this.choose(node)]?.outcome ?? null;
    return outcome?.type === "reply" ? { ...outcome, afterSeconds: this.seconds } : outcome;
  }

  /** The same as the place of one of the node's choices, -1 without; of a reply, `seconds` is then when it comes. */
  choose({ position }: Pick<PlanNode, "position">): number {
    const drawn = this.choices[position];
    if (!drawn) return -1;
    const stream = this.source.begin(drawn.name, this.key);
    const place = drawn.choices.pick(stream);
    const choice = drawn.choices.list[place];
    if (choice?.outcome?.type === "reply") {
      if (choice.seconds) choice.seconds(stream, this.delay, 0);
      else this.delay[0] = choice.outcome.afterSeconds;
    }
    return place;
  }

  /** All ways in which the world may answer a node; null where its action succeeds and nobody replies. */
  choicesOf({ position }: Pick<PlanNode, "position">): readonly Choice[] | null {
    return this.choices[position]?.choices.list ?? null;
  }

  /** The node's own stream in the current run. */
  stream(node: PlanNode): RandomStream {
    const name = this.jitter.get(node) ?? streamName(this.seed, node.id);
    this.jitter.set(node, name);
    return new RandomStream().begin(name, this.key);
  }

  /** The current run as a scenario. */
  scenario(): Scenario {
    const { facts = {}, respectBusinessHours, businessHours, timeZone, roundRobin } = this.model;
    const outcomes = this.choices.flatMap((drawn, position): [string, Outcome][] => {
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
      ...(timeZone !== undefined && { timeZone }),
      ...catalogueIn(this.model),
      ...(roundRobin !== undefined && { roundRobin }),
    };
  }
}
