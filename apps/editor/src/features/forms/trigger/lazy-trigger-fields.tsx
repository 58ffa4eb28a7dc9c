import { lazyPart } from "../../../ui/loading/lazy-part.tsx";
import { Skeleton } from "../../../ui/loading/skeleton.tsx";

export const LazyTriggerFields = lazyPart(async () => (await import("./trigger-fields.tsx")).TriggerFields, {
  fallback: <Skeleton height="96px" radius="8px" />,
}).Part;
