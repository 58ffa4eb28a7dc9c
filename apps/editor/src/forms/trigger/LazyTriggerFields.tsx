import { lazyPart } from "../../ui/lazyPart.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";

export const LazyTriggerFields = lazyPart(async () => (await import("./TriggerFields.tsx")).TriggerFields, {
  fallback: <Skeleton height="96px" radius="8px" />,
}).Part;
