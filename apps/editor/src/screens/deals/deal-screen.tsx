import { ArrowLeft, RefreshCw } from "lucide-react";
import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { DEALS } from "../../browser/location.ts";
import { beginWithDeal, useDeal, useDealTimeline } from "../../data/deal.ts";
import { formatInstant } from "../../i18n/format.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Badge } from "../../ui/badge.tsx";
import { ConnectAgain } from "../../ui/loading/connect-again.tsx";
import { ErrorState } from "../../ui/loading/error-state.tsx";
import { NotFresh } from "../../ui/loading/not-fresh.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { LoadingScreen } from "../loading-screen.tsx";
import { Shell } from "../shell/shell.tsx";
import back from "../runs/runs-screen.module.css";
import { Facts } from "./facts.tsx";
import { Next } from "./next.tsx";
import { NotStarted } from "./not-started.tsx";
import { Timeline } from "./timeline.tsx";
import css from "./deals.module.css";

export { beginWithDeal };

/** One deal: how it stands, what happens next, and all that happened to it. */
export function DealScreen({ seq }: { seq: number }) {
  const t = useText("deals");
  const locale = useLocale();
  const deal = useDeal(seq);
  // Asked for beside the deal instead of after it.
  useDealTimeline(seq);
  const { data, error } = deal;
  if (data === undefined && error === null) return <LoadingScreen />;
  const number = t("number", { seq: String(seq) });
  const again = error === null ? null : <ConnectAgain error={error} />;
  return (
    <Shell title={data === undefined ? number : `${data.name} · ${number}`}>
      <Link href={DEALS} className={back["back"]}>
        <ArrowLeft aria-hidden="true" />
        {t("title")}
      </Link>
      {data === undefined ? (
        <ErrorState error={error} onRetry={() => void deal.refetch()} retrying={deal.isFetching} action={again} />
      ) : (
        <>
          <PageHead title={data.name}>
            <Refresh seq={seq} />
          </PageHead>
          <p className={css.number}>
            {number} {data.test === true && <Badge tone="accent">{t("test")}</Badge>}
          </p>
          <NotFresh
            error={error}
            message={t("refreshFailed", { when: formatInstant(new Date(deal.dataUpdatedAt).toISOString(), locale) })}
            action={again}
          />
          <div className={css.columns}>
            <Facts deal={data} />
            <div className={css.main}>
              <Next deal={data} />
              <NotStarted seq={seq} />
              <Timeline seq={seq} />
            </div>
          </div>
        </>
      )}
    </Shell>
  );
}

/** It refreshes by itself as well, which need not be announced each time. */
function Refresh({ seq }: { seq: number }) {
  const t = useText("deals");
  const queries = useQueryClient();
  const queryKey = ["deals", "one", seq];
  const [asked, setAsked] = useState(false);
  const isFetching = useIsFetching({ queryKey }) > 0;
  const refresh = (): void => {
    setAsked(true);
    void queries.refetchQueries({ queryKey }).finally(() => setAsked(false));
  };
  return (
    <Button icon={<RefreshCw />} loading={asked && isFetching} onClick={refresh}>
      {t("refresh")}
    </Button>
  );
}
