import type * as acts from "./acts.ts";
import { onDemand } from "../../ui/loading/on-demand.ts";
import { following } from "./following.ts";

/** What notes are changed with: most automations have none, so it comes after the first picture. */
export const notesCode = onDemand(async () => {
  const code = await import("./acts.ts");
  following.take = code.followed;
  return code;
});

export type NotesCode = typeof acts;

/** The same once it is here; null before. No note is drawn without it. */
export function notesCodeNow(): NotesCode | null {
  const arrival = notesCode.arrival();
  return arrival.state === "here" ? arrival.code : null;
}
