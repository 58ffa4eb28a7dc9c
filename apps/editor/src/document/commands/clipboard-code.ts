import { onDemand } from "../../ui/loading/on-demand.ts";

/** What pastes and duplicates steps; the first picture does without it. */
export const clipboardCode = onDemand(() => import("./clipboard.ts"));
