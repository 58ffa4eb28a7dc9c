import { meanMs, probabilitiesOf } from "../analyse/model.ts";
import type { Runnable } from "../analyse/read.ts";
import { waysOf } from "../analyse/ways.ts";
import type { Way, WayCause } from "../analyse/ways.ts";
import { CUSTOM_FIELD_PREFIX } from "../contract/fields.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import type { Facts } from "../contract/run.ts";
import type { Outcome, Scenario } from "../contract/scenario.ts";
import { isObject } from "../graph/parts.ts";
import { MAX_ATTEMPTS } from "../interpreter/retry.ts";
import type { CheckedModel, CohortModel } from "./model.ts";
import { draw, drawNumber, drawOne } from "./distribution.ts";
import { randomStream } from "../simulate/random.ts";
import type { RandomStream } from "../simulate/random.ts";

/** The scenario of each run of a cohort in turn, and where it starts (Unix ms). */
export interface Sampler {
  next(): { scenario: Scenario; facts: Facts; startAt: number; run: string };
}

/** One way in which the world may answer a node. */
interface Choice {
  weight: number;
  outcome(random: RandomStream): Outcome | null;
}

/** Draws scenarios. Each fact and each node has a stream of its own by seed and run, so that an edit elsewhere changes nothing here. */
export function createSampler(runnable: Runnable, { model, startAt }: CheckedModel, seed: string): Sampler {
  const nodes = [...choicesByNode(runnable, model)];
  const varied = Object.entries(model.vary ?? {});
  const gaps = randomStream(seed, "arrivals");
  let [count, at] = [0, startAt];
  return {
    next() {
      if (count > 0 && model.arrivals) at += Math.round(drawNumber(model.arrivals, gaps) * 1000);
      const run = String(count);
      count += 1;
      const facts = varied.reduce(
        (known, [name, distribution]) =>
          withField(known, name, draw(distribution, randomStream(seed, run, "fact", name))),
        model.facts ?? {},
      );
      const outcomes = nodes.flatMap(([nodeId, choices]): [string, Outcome][] => {
        const random = randomStream(seed, run, "outcome", nodeId);
        const outcome = drawOne(choices, random)?.outcome(random);
        return outcome ? [[nodeId, outcome]] : [];
      });
      return { scenario: scenarioOf(model, seed, at, facts, Object.fromEntries(outcomes)), facts, startAt: at, run };
    },
  };
}

function scenarioOf(
  { respectBusinessHours, businessHours, fieldSlugs, roundRobin }: CohortModel,
  seed: string,
  at: number,
  facts: Facts,
  outcomes: Record<string, Outcome>,
): Scenario {
  return {
    startAt: new Date(at).toISOString(),
    facts,
    outcomes,
    seed,
    ...(respectBusinessHours !== undefined && { respectBusinessHours }),
    ...(businessHours !== undefined && { businessHours }),
    ...(fieldSlugs !== undefined && { fieldSlugs }),
    ...(roundRobin !== undefined && { roundRobin }),
  };
}

/** Nodes at which more than one thing can happen, or something else than success. */
function* choicesByNode(runnable: Runnable, model: CohortModel): Generator<[string, readonly Choice[]]> {
  for (const [index, definition] of runnable.graph.nodes.entries()) {
    const node = runnable.plan.nodes.get(definition?.id);
    if (!node || node.kind !== "action" || node.delayMs !== null || runnable.graph.representative[index] !== index)
      continue;
    const told = model.outcomes && Object.hasOwn(model.outcomes, node.id) ? model.outcomes[node.id] : undefined;
    if (told) {
      yield [node.id, told.map(({ outcome, weight = 1 }) => ({ weight, outcome: () => outcome }))];
      continue;
    }
    const ways = waysOf(runnable, index);
    const shares = probabilitiesOf(node, ways, model);
    const choices = ways
      .map((way, at) => ({ weight: shares[at] ?? 0, outcome: outcomeOf(way, node.id, model) }))
      .filter(({ weight }) => weight > 0);
    const isPlain = ways.every(({ cause }, at) => cause === "succeeded" || !shares[at]);
    if (!isPlain) yield [node.id, choices];
  }
}

type MakeOutcome = (way: Way, afterSeconds: number) => Outcome | null;

const none: MakeOutcome = () => null;

/** The scenario's outcome that makes a run go a way. */
const OUTCOMES: Readonly<Record<WayCause, MakeOutcome>> = {
  succeeded: none,
  button: ({ partId }, afterSeconds) => ({ type: "reply", afterSeconds, reply: { buttonId: partId ?? "" } }),
  text: (_, afterSeconds) => ({ type: "reply", afterSeconds, reply: { text: "OK" } }),
  "other-reply": (_, afterSeconds) => ({ type: "reply", afterSeconds, reply: {} }),
  silence: () => ({ type: "silence" }),
  failed: () => ({ type: "fail_permanently" }),
  "retries-exhausted": () => ({ type: "fail", times: MAX_ATTEMPTS }),
  triggered: none,
  branch: none,
  "no-branch": none,
  exit: none,
  waited: none,
  ended: none,
};

function outcomeOf(way: Way, nodeId: string, model: CohortModel): Choice["outcome"] {
  const { delays } = model;
  const told = delays && Object.hasOwn(delays, nodeId) ? delays[nodeId] : undefined;
  const [low, high] = evenAround(meanMs(way, model), way.maxMs);
  return (random) => {
    const afterSeconds = told ? drawNumber(told, random) : (low + (high - low) * random()) / 1000;
    return OUTCOMES[way.cause](way, afterSeconds);
  };
}

/** The widest range within 0 … `limit` that has its middle at `mean`. */
function evenAround(mean: number, limit: number): [low: number, high: number] {
  const reach = Math.min(mean, limit - mean);
  return [mean - reach, mean + reach];
}

/** Facts with one field changed. Custom fields' slugs may hold dots. */
function withField(facts: Facts, name: string, value: JsonValue): Facts {
  const path = name.startsWith(CUSTOM_FIELD_PREFIX)
    ? ["deal", "customFields", name.slice(CUSTOM_FIELD_PREFIX.length)]
    : name.split(".");
  return withPath(facts as JsonObject, path, value);
}

function withPath(holder: JsonObject, [key = "", ...rest]: readonly string[], value: JsonValue): JsonObject {
  const inner = Object.hasOwn(holder, key) ? holder[key] : undefined;
  const changed = rest.length === 0 ? value : withPath(isObject(inner) ? inner : {}, rest, value);
  return Object.fromEntries([...Object.entries(holder).filter(([each]) => each !== key), [key, changed]]);
}
