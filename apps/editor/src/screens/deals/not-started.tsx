import type { NotStarted as Row } from "@trilho/api-client";
import type { StartReason } from "@trilho/engine/trigger";
import { useState } from "react";
import { Link } from "wouter";
import { useNotStarted } from "../../data/deal.ts";
import { explainError } from "../../data/failures/describe-error.ts";
import { startReasonText } from "../../describe/sentences/start-reason.ts";
import { triggerText } from "../../describe/trigger.ts";
import { useFields } from "../../data/use-fields.ts";
import { useLookup } from "../../describe/use-lookup.ts";
import { formatInstant } from "../../i18n/format.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/loading/skeleton.tsx";
import css from "./deals.module.css";

/** Why automations that listen did not start from what happened to a deal; found out once somebody asks. */
export function NotStarted({ seq }: { seq: number }) {
  const t = useText("deals");
  const [wanted, setWanted] = useState(false);
  const { data, error, isFetching } = useNotStarted(seq, wanted);
  return (
    <section aria-labelledby="not-started">
      <h2 id="not-started" className={css.heading}>
        {t("notStarted.title")}
      </h2>
      {!wanted && (
        <Button size="sm" onClick={() => setWanted(true)}>
          {t("notStarted.show")}
        </Button>
      )}
      {wanted && isFetching && data === undefined && <Skeleton width="18rem" height="1.25rem" />}
      {error !== null && (
        <p className={css.muted} role="alert">
          {t("notStarted.failed")} {explainError(error)}
        </p>
      )}
      {data?.items.length === 0 && <p className={css.muted}>{t("notStarted.none")}</p>}
      {data !== undefined && data.items.length > 0 && (
        <ul className={css.cards}>
          {data.items.map((row) => (
            <Refusal key={`${row.event.id} ${row.automation.id}`} row={row} />
          ))}
        </ul>
      )}
      {data?.hasMore === true && <p className={css.muted}>{t("notStarted.newest")}</p>}
    </section>
  );
}

function Refusal({ row: { event, automation, changedSince, reasons } }: { row: Row }) {
  const t = useText("deals");
  const locale = useLocale();
  const lookup = useLookup();
  const fields = useFields();
  return (
    <li className={css.card}>
      <div className={css.cardBody}>
        <p className={css.cardTitle}>
          <Link href={`/automations/${encodeURIComponent(automation.id)}`} className={css.link}>
            {automation.name}
          </Link>
        </p>
        <p className={css.muted}>
          {triggerText(event.type)} · {formatInstant(event.at, locale)}
        </p>
        {reasons.length === 0 && <p>{t("notStarted.wouldNow")}</p>}
        <ul className={css.then}>
          {reasons.map((reason, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the reasons of an answer have no other name
            <li key={index}>
              {startReasonText(reason as StartReason, { type: event.type, fields, lookup })}{" "}
              {reason.asOfNow && t("notStarted.asOfNow")}
            </li>
          ))}
        </ul>
        {changedSince && <p className={css.muted}>{t("notStarted.changedSince")}</p>}
      </div>
    </li>
  );
}
