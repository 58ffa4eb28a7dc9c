import type { DealListItem } from "@trilho/api-client";
import { ArrowLeft, Handshake, Search } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { dealPath, navigate } from "../../browser/location.ts";
import { useDealSearch } from "../../data/deals.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { dealOption } from "../../inputs/deal-option.ts";
import { Button } from "../../ui/button.tsx";
import { ColorDot } from "../../ui/fields/color-dot.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import filters from "../../ui/filters.module.css";
import { ConnectAgain } from "../../ui/loading/connect-again.tsx";
import { ErrorState } from "../../ui/loading/error-state.tsx";
import { Skeleton } from "../../ui/loading/skeleton.tsx";
import { Picture } from "../../ui/picture.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Status } from "../../ui/status.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import back from "../runs/runs-screen.module.css";
import { Shell } from "../shell/shell.tsx";
import css from "./deals.module.css";

/** Finds a deal; the newest ones before anything is typed. */
export function DealsScreen() {
  const t = useText("deals");
  const inAutomations = useText("automations");
  const [typed, setTyped] = useState("");
  const search = useSettled(typed);
  const { data, error, isFetching, refetch } = useDealSearch(search, true);
  return (
    <Shell title={t("title")}>
      <Link href="/" className={back["back"]}>
        <ArrowLeft aria-hidden="true" />
        {inAutomations("title")}
      </Link>
      <PageHead title={t("title")} />
      <div className={filters["bar"]}>
        <TextField
          className={filters["search"]}
          label={t("find")}
          hideLabel
          type="search"
          icon={<Search />}
          placeholder={t("find")}
          value={typed}
          onValueChange={setTyped}
        />
      </div>
      {data === undefined && error === null && <Skeleton width="20rem" height="2.5rem" />}
      {error !== null && (
        <ErrorState
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
          action={<ConnectAgain error={error} />}
        />
      )}
      {data !== undefined && error === null && <Found deals={data} search={search} />}
    </Shell>
  );
}

function NoDeals({ search }: { search: string }) {
  const t = useText("deals");
  if (search !== "") return <EmptyState icon={<Handshake />} title={t("nothing", { search })} />;
  return (
    <EmptyState
      picture={<Picture of="deals" />}
      title={t("empty.title")}
      action={<Button onClick={() => navigate("/")}>{t("empty.action")}</Button>}
    >
      {t("empty.text")}
    </EmptyState>
  );
}

function Found({ deals, search }: { deals: readonly DealListItem[]; search: string }) {
  const t = useText("deals");
  const locale = useLocale();
  return (
    <>
      <Status hidden>{t("found", { count: deals.length })}</Status>
      {deals.length === 0 && <NoDeals search={search.trim()} />}
      <ul className={css.cards}>
        {deals.map((deal) => {
          const { label, description, color } = dealOption(deal, locale);
          return (
            <li key={deal.id}>
              <Link href={dealPath(deal.seq)} className={css.found}>
                <span className={css.foundName}>
                  {label} <span className={css.seq}>{t("seq", { seq: String(deal.seq) })}</span>
                </span>
                <span className={css.under}>
                  {color !== undefined && <ColorDot color={color} />} {description}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}
