import { lazyPart } from "../../ui/loading/lazyPart.tsx";

/** The list does not wait for what is told of drafts. */
export const DraftsNotice = lazyPart(async () => (await import("./DraftsNotice.tsx")).DraftsNotice, {
  missing: "nowhere",
}).Part;
