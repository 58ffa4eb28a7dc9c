import { RefreshCw } from "lucide-react";
import { useOutbox, useOutboxState } from "../../data/outbox.ts";
import { useText } from "../../i18n/use-text.ts";
import { navigate } from "../../browser/location.ts";
import { ConnectAgain } from "../../ui/loading/connect-again.tsx";
import { Shell } from "../shell/shell.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/loading/error-state.tsx";
import { ListEnd } from "../../ui/loading/list-end.tsx";
import { NotFresh } from "../../ui/loading/not-fresh.tsx";
import { Picture } from "../../ui/picture.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Skeleton } from "../../ui/loading/skeleton.tsx";
import { KeptHint } from "../../features/outbox/kept-hint.tsx";
import { OutboxEntry } from "../../features/outbox/outbox-entry.tsx";
import css from "../../features/outbox/outbox.module.css";

/** What stayed here instead of being sent, newest first. */
export function OutboxScreen() {
  const t = useText("outbox");
  const outbox = useOutbox();
  const { data: state } = useOutboxState();
  const items = outbox.data?.pages.flatMap((page) => page.items);
  return (
    <Shell title={t("title")}>
      <PageHead title={t("title")}>
        <Button
          icon={<RefreshCw />}
          loading={outbox.isRefetching && !outbox.isFetchingNextPage}
          onClick={() => void outbox.refetch()}
        >
          {t("refresh")}
        </Button>
      </PageHead>
      <p className={css.intro}>
        {t("intro")} {t("live")}
      </p>
      <KeptHint />
      {outbox.isPending && <OutboxSkeleton />}
      {items === undefined && outbox.error !== null && (
        <ErrorState
          error={outbox.error}
          onRetry={() => void outbox.refetch()}
          retrying={outbox.isFetching}
          action={<ConnectAgain error={outbox.error} />}
        />
      )}
      {items !== undefined && items.length === 0 && (
        <EmptyState
          picture={<Picture of="outbox" />}
          title={t("nothing.title")}
          action={<Button onClick={() => navigate("/")}>{t("nothing.action")}</Button>}
        >
          {t("nothing.text")}
        </EmptyState>
      )}
      {items !== undefined && items.length > 0 && (
        <>
          <NotFresh
            error={outbox.isFetchNextPageError ? null : outbox.error}
            message={t("refreshFailed")}
            action={<ConnectAgain error={outbox.error} />}
          />
          <ul className={css.list} aria-label={t("list")}>
            {items.map((item) => (
              <li key={item.id}>
                <OutboxEntry item={item} isAnswerable={item.source?.test === true || state?.whatsapp === "kept"} />
              </li>
            ))}
          </ul>
          <ListEnd
            pages={outbox}
            shown={t("shownCount", { count: items.length })}
            failure={t("loadMoreFailed")}
            loadMore={t("loadMore")}
          />
        </>
      )}
    </Shell>
  );
}

const OutboxSkeleton = () => (
  <div className={css.list}>
    {["12rem", "9rem", "14rem"].map((width) => (
      <div key={width} className={css.entry}>
        <Skeleton width={width} />
        <Skeleton width="60%" height="3.5rem" radius="10px" />
      </div>
    ))}
  </div>
);
