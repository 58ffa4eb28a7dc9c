import { lazyPart } from "../../ui/loading/lazy-part.tsx";

/** The list does not wait for what is told of drafts. */
export const DraftsNotice = lazyPart(async () => (await import("./drafts-notice.tsx")).DraftsNotice, {
  missing: "nowhere",
}).Part;
