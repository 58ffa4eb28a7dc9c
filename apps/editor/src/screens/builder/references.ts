import { onDemand } from "../../ui/loading/on-demand.ts";

/** What looks for things that the workspace does not have: it warns, so the first picture does without. */
export const referencesCode = onDemand(async () => (await import("./reference-rules.ts")).aroundRules);
