import { lazyPart } from "../../ui/loading/lazy-part.tsx";

/** The builder does not wait for the notice of a pause. */
export const PausedBanner = lazyPart(async () => (await import("./paused.tsx")).PausedBanner, {
  missing: "nowhere",
}).Part;
