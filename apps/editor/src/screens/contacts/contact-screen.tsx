import type { ContactDetail, DealListItem } from "@trilho/api-client";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { DEALS, dealPath } from "../../browser/location.ts";
import { useContact, useDealsOf } from "../../data/contact.ts";
import { useLiveRuns } from "../../data/deal.ts";
import { useDefinitions } from "../../data/ran-versions.ts";
import { explainError } from "../../data/failures/describe-error.ts";
import { formatInstant } from "../../i18n/format.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { numberBeside } from "../../inputs/deal-option.ts";
import { ColorDot } from "../../ui/fields/color-dot.tsx";
import { ConnectAgain } from "../../ui/loading/connect-again.tsx";
import { ErrorState } from "../../ui/loading/error-state.tsx";
import { Skeleton } from "../../ui/loading/skeleton.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import css from "../deals/deals.module.css";
import { TaskAhead } from "../deals/next.tsx";
import { RunAhead } from "../deals/run-ahead.tsx";
import { LoadingScreen } from "../loading-screen.tsx";
import back from "../runs/runs-screen.module.css";
import { Shell } from "../shell/shell.tsx";
import { Conversation } from "./conversation.tsx";

/** One contact: who they are, their deals, and the conversation with them. */
export function ContactScreen({ id }: { id: string }) {
  const t = useText("deals");
  const { data, error, isFetching, refetch } = useContact(id);
  if (data === undefined && error === null) return <LoadingScreen />;
  const title = data?.displayName ?? t("contact.title");
  return (
    <Shell title={title}>
      <Link href={DEALS} className={back["back"]}>
        <ArrowLeft aria-hidden="true" />
        {t("title")}
      </Link>
      {data === undefined ? (
        <ErrorState
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
          action={<ConnectAgain error={error} />}
        />
      ) : (
        <>
          <PageHead title={title} />
          <div className={css.columns}>
            <Facts contact={data} />
            <div className={css.main}>
              <Deals contact={data} />
              <Conversation contact={data} />
            </div>
          </div>
        </>
      )}
    </Shell>
  );
}

function Facts({ contact }: { contact: ContactDetail }) {
  const t = useText("deals");
  const locale = useLocale();
  const { phone, email, instagramUsername, optedOutAt, blocked, notes, createdAt } = contact;
  const facts: [name: string, value: ReactNode][] = [
    [t("contact.phone"), phone],
    [t("contact.email"), email],
    [t("contact.instagram"), instagramUsername],
    [t("contact.optedOut"), optedOutAt && formatInstant(optedOutAt, locale)],
    [t("contact.blocked"), blocked && t("yes")],
    [t("contact.notes"), notes],
    [t("facts.created"), formatInstant(createdAt, locale)],
  ];
  return (
    <aside className={css.facts} aria-label={t("facts.title")}>
      <dl className={css.pairs}>
        {facts
          .filter(([, value]) => value !== null && value !== "" && value !== false)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </aside>
  );
}

/** Runs are asked for by deal, again and again: only those of the newest are. */
const WATCHED = 8;

function Deals({ contact }: { contact: ContactDetail }) {
  const t = useText("deals");
  const { data, error, isPending } = useDealsOf(contact);
  return (
    <section aria-labelledby="deals">
      <h2 id="deals" className={css.heading}>
        {t("contact.deals")}
      </h2>
      {isPending && <Skeleton width="16rem" />}
      {error !== null && (
        <p className={css.muted} role="alert">
          {explainError(error)}
        </p>
      )}
      {data?.length === 0 && <p className={css.muted}>{t("contact.noDeals")}</p>}
      <ul className={css.list}>
        {data?.map((deal, index) => (
          <li key={deal.id}>
            <Link href={dealPath(deal.seq)} className={css.link}>
              {deal.name}
            </Link>{" "}
            <span className={css.seq}>{numberBeside(deal)}</span>
            <span className={css.under}>
              {deal.stage !== null && <ColorDot color={deal.stage.color} />}{" "}
              {[deal.stage?.name, t(`status.${deal.status}`)].filter(Boolean).join(" · ")}
            </span>
            {index < WATCHED && <Ahead deal={deal} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The runs that work on one of the deals, and its next task. */
function Ahead({ deal }: { deal: DealListItem }) {
  const t = useText("deals");
  const { data = [], error } = useLiveRuns(deal.seq);
  const definitions = useDefinitions(data);
  const hasTask = (deal.taskSummary?.nextTask ?? null) !== null;
  return (
    <>
      {error !== null && (
        <p className={css.muted} role="alert">
          {t("next.failed")} {explainError(error)}
        </p>
      )}
      {(data.length > 0 || hasTask) && (
        <ul className={css.cards}>
          {data.map((run, index) => (
            <RunAhead key={run.runId} run={run} contact={deal.contact} definition={definitions[index]} />
          ))}
          <TaskAhead deal={deal} />
        </ul>
      )}
    </>
  );
}
