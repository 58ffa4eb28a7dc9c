import { lazyPart } from "../../../ui/loading/lazyPart.tsx";
import { Skeleton } from "../../../ui/loading/Skeleton.tsx";

/** Reading and wording schedules takes two libraries, which few forms need. */
export const LazyCronWidget = lazyPart(async () => (await import("./CronWidget.tsx")).CronWidget, {
  fallback: <Skeleton height="72px" radius="8px" />,
}).Part;
