import { lazyPart } from "../../../ui/loading/lazy-part.tsx";
import { Skeleton } from "../../../ui/loading/skeleton.tsx";

/** Loads the query builder with the first condition that is shown. */
const editor = lazyPart(async () => (await import("./query-editor.tsx")).QueryOrNotice, {
  fallback: <Skeleton height="96px" radius="8px" />,
});

export const LazyQueryEditor = editor.Part;
export const queryEditorCode = editor.code;
