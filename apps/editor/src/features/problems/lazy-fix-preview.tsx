import { lazyPart } from "../../ui/loading/lazy-part.tsx";

const preview = lazyPart(async () => (await import("./fix-preview.tsx")).FixPreview, { missing: "here" });

/** Loaded with the first fix that is looked at, or while nothing else goes on. */
export const FixPreview = preview.Part;
export const fixPreviewCode = preview.code;
