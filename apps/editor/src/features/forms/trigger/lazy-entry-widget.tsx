import { lazyPart } from "../../../ui/loading/lazy-part.tsx";
import { Skeleton } from "../../../ui/loading/skeleton.tsx";

/** Of the forms of triggers alone. */
export const LazyEntryWidget = lazyPart(async () => (await import("./entry-widget.tsx")).EntryWidget, {
  fallback: <Skeleton height="140px" radius="8px" />,
}).Part;
