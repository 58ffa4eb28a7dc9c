import { lazyPart } from "../../ui/loading/lazyPart.tsx";

const preview = lazyPart(async () => (await import("./FixPreview.tsx")).FixPreview, { missing: "here" });

/** Loaded with the first fix that is looked at, or while nothing else goes on. */
export const FixPreview = preview.Part;
export const fixPreviewCode = preview.code;
