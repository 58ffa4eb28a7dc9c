import { lazy, Suspense } from "react";
import { Skeleton } from "../../ui/Skeleton.tsx";
import type { QueryOrNoticeProps } from "./QueryEditor.tsx";

export const loadQueryEditor = () => import("./QueryEditor.tsx");

const Loaded = lazy(async () => ({ default: (await loadQueryEditor()).QueryOrNotice }));

/** Loads the query builder with the first condition that is shown. */
export const LazyQueryEditor = (props: QueryOrNoticeProps) => (
  <Suspense fallback={<Skeleton height="96px" radius="8px" />}>
    <Loaded {...props} />
  </Suspense>
);
