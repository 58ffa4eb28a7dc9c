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
  await connecting(guide);
  await lists(guide);
  await building(guide);
  await views(guide);
  await simulating(guide);
  await comparing(guide, made.pushTheirs);
  await running(guide, made.id);
  await troubles(guide);
}
