import { lazyPart } from "../../ui/loading/lazy-part.tsx";

/** The list does not wait for the notice about drafts. */
export const DraftsNotice = lazyPart(async () => (await import("./drafts-notice.tsx")).DraftsNotice, {
  missing: "nowhere",
}).Part;

export const OtherDrafts = lazyPart(async () => (await import("./other-drafts.tsx")).OtherDrafts, {
  missing: "nowhere",
}).Part;
