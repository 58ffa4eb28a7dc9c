import { lazyPart } from "../../../ui/loading/lazyPart.tsx";
import { Skeleton } from "../../../ui/loading/Skeleton.tsx";

export const LazyTriggerFields = lazyPart(async () => (await import("./TriggerFields.tsx")).TriggerFields, {
  fallback: <Skeleton height="96px" radius="8px" />,
}).Part;
