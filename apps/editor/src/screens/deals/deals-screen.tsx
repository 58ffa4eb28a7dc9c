import type { DealListItem, Page } from "@trilho/api-client";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { Handshake } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { contactPath, dealPath, navigate } from "../../browser/location.ts";
import { useContactSearch } from "../../data/contact.ts";
import { useFoundDeals } from "../../data/deals.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { contactName } from "../../inputs/contact-name.ts";
import { dealOption, numberBeside } from "../../inputs/deal-option.ts";
import { Button } from "../../ui/button.tsx";
import { ColorDot } from "../../ui/fields/color-dot.tsx";
import { SearchField } from "../../ui/fields/search-field.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import filters from "../../ui/filters.module.css";
import { ConnectAgain } from "../../ui/loading/connect-again.tsx";
import { ErrorState } from "../../ui/loading/error-state.tsx";
import { ListEnd } from "../../ui/loading/list-end.tsx";
import { Skeleton } from "../../ui/loading/skeleton.tsx";
import { Picture } from "../../ui/picture.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Status } from "../../ui/status.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import { Shell } from "../shell/shell.tsx";
import css from "./deals.module.css";

/** Finds a deal; the newest ones before anything is typed. */
export function DealsScreen() {
  const t = useText("deals");
  const [typed, setTyped] = useState("");
  const search = useSettled(typed);
  const deals = useFoundDeals(search);
  return (
    <Shell title={t("title")}>
      <PageHead title={t("title")} />
      <div className={filters["bar"]}>
        <SearchField label={t("find")} value={typed} onValueChange={setTyped} />
      </div>
      <Found pages={deals} search={search.trim()} />
      <Contacts search={search.trim()} />
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

/** Whom a search finds: a contact may have no deal that is open to the reader. */
function Contacts({ search }: { search: string }) {
  const t = useText("deals");
  const wanted = search.length > 1 && !search.startsWith("#");
  const { data = [] } = useContactSearch(search, wanted);
  if (!wanted || data.length === 0) return null;
  return (
    <section aria-labelledby="contacts">
      <h2 id="contacts" className={css.heading}>
        {t("contacts")}
      </h2>
      <ul className={css.cards}>
        {data.map((contact) => {
          const { name, ways } = contactName(contact);
          return (
            <li key={contact.id}>
              <Link href={contactPath(contact.id)} className={css.found}>
                <span className={css.foundName}>{name}</span>
                <span className={css.under}>{ways}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface FoundProps {
  pages: UseInfiniteQueryResult<InfiniteData<Page<DealListItem>>>;
  search: string;
}

function Found({ pages, search }: FoundProps) {
  const t = useText("deals");
  const { data, error, isFetching, isFetchNextPageError } = pages;
  if (error !== null && !isFetchNextPageError) {
    const again = <ConnectAgain error={error} />;
    return <ErrorState error={error} onRetry={() => void pages.refetch()} retrying={isFetching} action={again} />;
  }
  if (data === undefined) return <Skeleton width="20rem" height="2.5rem" />;
  const deals = data.pages.flatMap(({ items }) => items);
  if (deals.length === 0) {
    return (
      <>
        <Status hidden>{t("found", { count: 0 })}</Status>
        <NoDeals search={search} />
      </>
    );
  }
  return (
    <>
      <Cards deals={deals} />
      <ListEnd
        pages={pages}
        shown={t(pages.hasNextPage ? "found" : "foundAll", { count: deals.length })}
        failure={t("loadMoreFailed")}
        loadMore={t("loadMore")}
      />
    </>
  );
}

function Cards({ deals }: { deals: readonly DealListItem[] }) {
  const locale = useLocale();
  return (
    <ul className={css.cards}>
      {deals.map((deal) => {
        const { label, description, color } = dealOption(deal, locale);
        const number = numberBeside(deal);
        return (
          <li key={deal.id}>
            <Link href={dealPath(deal.seq)} className={css.found}>
              <span className={css.foundName}>
                {label} {number !== null && <span className={css.seq}>{number}</span>}
              </span>
              <span className={css.under}>
                {color !== undefined && <ColorDot color={color} />} {description}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
