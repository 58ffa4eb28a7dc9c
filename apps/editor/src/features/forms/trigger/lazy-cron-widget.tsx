import { lazyPart } from "../../../ui/loading/lazy-part.tsx";
import { Skeleton } from "../../../ui/loading/skeleton.tsx";

/** Reading and wording schedules takes two libraries, which few forms need. */
export const LazyCronWidget = lazyPart(async () => (await import("./cron-widget.tsx")).CronWidget, {
  fallback: <Skeleton height="72px" radius="8px" />,
}).Part;
