import { lazyPart } from "../../ui/loading/lazyPart.tsx";

/** The builder does not wait for what is told of a pause. */
export const PausedBanner = lazyPart(async () => (await import("./Paused.tsx")).PausedBanner, {
  missing: "nowhere",
}).Part;
