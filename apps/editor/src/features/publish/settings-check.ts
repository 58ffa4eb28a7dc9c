import { onDemand } from "../../ui/loading/on-demand.ts";

/** What reads a trigger's settings as the service does; the first picture does without it. */
export const settingsCheck = onDemand(() => import("../../document/draft/settings-problems.ts"));
