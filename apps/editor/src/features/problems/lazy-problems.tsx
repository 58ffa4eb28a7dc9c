import { lazyPart } from "../../ui/loading/lazy-part.tsx";

const list = lazyPart(async () => (await import("./problem-list.tsx")).ProblemList, { missing: "here" });
const preview = lazyPart(async () => (await import("./fix-preview.tsx")).FixPreview, { missing: "here" });

const counts = lazyPart(async () => (await import("./problem-counts.tsx")).ProblemCounts, { missing: "nowhere" });

/** Loaded with the first problem or fix that is looked at, or while nothing else goes on. */
export const ProblemList = list.Part;
export const ProblemCounts = counts.Part;
export const FixPreview = preview.Part;
export const problemListCode = list.code;
export const fixPreviewCode = preview.code;
