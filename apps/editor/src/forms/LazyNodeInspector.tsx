import { lazyPart } from "../ui/lazyPart.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";

/** The forms are loaded with the first step that is selected, or while nothing else goes on. */
const inspector = lazyPart(async () => (await import("./NodeInspector.tsx")).NodeInspector, {
  fallback: <Skeleton height="180px" radius="8px" />,
});

export const NodeInspector = inspector.Part;
export const nodeInspectorCode = inspector.code;
