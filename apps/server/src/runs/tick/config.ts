import type { Plan } from "@trilho/engine";
import type { Facts, JsonObject, Names } from "@trilho/engine/contract";
import { mayHoldLiquid } from "@trilho/engine/liquid";
import { permanent, refusal } from "../action.ts";
import { failureOf } from "../model/failures.ts";
import type { ActionOutcome, HeldRun } from "../model/run.ts";
import type { Perform, Progress } from "./progress.ts";

/** An action's config with its Liquid rendered. Throws `Failed` where that cannot be done. */
export type Render = (
  run: HeldRun,
  config: JsonObject,
  facts: Facts,
  at: number,
  share: number,
  names: Names,
) => JsonObject;

/** Of a rendered config, as JSON. */
const MAX_CONFIG = 512 * 1024;

interface Rendered {
  config: JsonObject;
  refusal: ActionOutcome | null;
}

/** A config that cannot be filled in is not carried out half filled in. */
export async function renderConfig(
  { inside, run, facts }: Progress,
  { config: written }: Perform,
  { renderShare }: Plan,
  render: Render,
): Promise<Rendered> {
  const json = JSON.stringify(written);
  if (!mayHoldLiquid(json)) return sized(written, written, json);
  const rendered = await facts.useNamed(inside, (known, names): Rendered => {
    try {
      return { config: render(run, written, known, run.now, renderShare, names), refusal: null };
    } catch (error) {
      return { config: written, refusal: permanent(failureOf(error)) };
    }
  });
  return rendered.refusal === null ? sized(rendered.config, written, JSON.stringify(rendered.config)) : rendered;
}

const TOO_LARGE = refusal("text-too-large");

/** A config that is too large to be sent and kept is not carried out. */
const sized = (config: JsonObject, written: JsonObject, { length }: string): Rendered =>
  length <= MAX_CONFIG ? { config, refusal: null } : { config: written, refusal: TOO_LARGE };
