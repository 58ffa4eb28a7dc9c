import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { Page } from "@trilho/api-client";
import type { ReactNode } from "react";
import { formatInstant } from "../../i18n/format.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { ErrorState } from "../../ui/loading/error-state.tsx";
import { ListEnd } from "../../ui/loading/list-end.tsx";
import { NotFresh } from "../../ui/loading/not-fresh.tsx";
import { ConnectAgain } from "../../ui/loading/connect-again.tsx";
import { RunTableSkeleton } from "./run-table.tsx";

interface RunListProps<Run> {
  pages: UseInfiniteQueryResult<InfiniteData<Page<Run>>>;
  /** The table of those found, of which there is at least one. */
  children: (found: readonly Run[]) => ReactNode;
}

/** Pages of runs while they come, once they are there, and when they cannot be had. Shows nothing where there are none. */
export function RunList<Run>({ pages, children }: RunListProps<Run>) {
  const t = useText("runs");
  const locale = useLocale();
  const { data, error, isFetching, isFetchNextPageError, dataUpdatedAt } = pages;
  if (pages.isPending) return <RunTableSkeleton />;
  const again = error === null ? null : <ConnectAgain error={error} />;
  if (data === undefined) {
    return (
      error !== null && (
        <ErrorState error={error} onRetry={() => void pages.refetch()} retrying={isFetching} action={again} />
      )
    );
  }
  const found = data.pages.flatMap(({ items }) => items);
  if (found.length === 0) return null;
  return (
    <>
      <NotFresh
        error={isFetchNextPageError ? null : error}
        message={t("refreshFailed", { when: formatInstant(new Date(dataUpdatedAt).toISOString(), locale) })}
        action={again}
      />
      {children(found)}
      <ListEnd
        pages={pages}
        shown={t("shown", { count: found.length })}
        failure={t("loadMoreFailed")}
        loadMore={t("loadMore")}
      />
    </>
  );
}
