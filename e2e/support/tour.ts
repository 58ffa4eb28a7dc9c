import { showcase } from "./showcase.ts";
import { building, connecting, lists, views } from "./tour/building.ts";
import { comparing, simulating } from "./tour/checking.ts";
import { Guide, type TourOptions } from "./tour/guide.ts";
import { running } from "./tour/running.ts";
import { troubles } from "./tour/troubles.ts";

/** Goes through every view of the editor as a person does, in a workspace that is always the same. */
export async function tour(options: TourOptions): Promise<void> {
  const made = await showcase(options.demo.api, options.language);
  const guide = new Guide(options);
  await toBuilder(guide);
  await drawing(guide);
  await living(guide, made);
}

/** Its first half: from the first screen to a simulation. */
export async function tourOfDrawing(options: TourOptions): Promise<void> {
  await showcase(options.demo.api, options.language);
  const guide = new Guide(options);
  await toBuilder(guide);
  await drawing(guide);
}

/** Its second half: what is stored, what ran, and what went wrong. */
export async function tourOfLiving(options: TourOptions): Promise<void> {
  const made = await showcase(options.demo.api, options.language);
  const guide = new Guide(options);
  await toBuilder(guide);
  await living(guide, made);
}

async function toBuilder(guide: Guide): Promise<void> {
  await connecting(guide);
  await lists(guide);
}

async function drawing(guide: Guide): Promise<void> {
  await building(guide);
  await views(guide);
  await simulating(guide);
}

async function living(guide: Guide, { id, publishTheirs }: Awaited<ReturnType<typeof showcase>>): Promise<void> {
  await comparing(guide, publishTheirs);
  await running(guide, id);
  await troubles(guide);
}
