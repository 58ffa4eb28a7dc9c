import { lazyPart } from "../../ui/loading/lazy-part.tsx";
import { whenIdle } from "../../ui/loading/when-idle.ts";

/** Nobody waits for it: the drawing comes first. */
const tour = lazyPart(
  async () => {
    await new Promise<void>(whenIdle);
    return (await import("./tour.tsx")).Tour;
  },
  { wanted: ({ open }) => open, missing: "nowhere" },
);

export const Tour = tour.Part;
