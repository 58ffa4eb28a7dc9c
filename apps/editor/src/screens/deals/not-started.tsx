import type { NotStarted as Row } from "@trilho/api-client";
import { CUSTOM_FIELD_PREFIX, isObject, type JsonObject, type JsonValue } from "@trilho/engine";
import { describeStart, type StartReason } from "@trilho/engine/trigger";
import { useState } from "react";
import { Link } from "wouter";
import { useNotStarted } from "../../data/deal.ts";
import { explainError } from "../../data/failures/describe-error.ts";
import { triggerText } from "../../describe/trigger.ts";
import { useFields } from "../../data/use-fields.ts";
import { useLookup } from "../../describe/use-lookup.ts";
import type { Lookup } from "../../document/lookup.ts";
import { engineLocale } from "../../i18n/engine-locale.ts";
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
  const labels = new Map(fields.map(({ name, label }) => [name, label]));
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
              {sentence(called(reason as StartReason, labels), lookup)} {reason.asOfNow && t("notStarted.asOfNow")}
            </li>
          ))}
        </ul>
        {changedSince && <p className={css.muted}>{t("notStarted.changedSince")}</p>}
      </div>
    </li>
  );
}

/** Fields by their names, as in forms. */
function called(reason: StartReason, labels: ReadonlyMap<string, string>): StartReason {
  const { rules } = reason.params;
  if (!Array.isArray(rules)) return reason;
  const named = rules.filter(isObject).map((rule) => ({ ...rule, field: labelOf(rule as JsonObject, labels) }));
  return { ...reason, params: { ...reason.params, rules: named } };
}

const labelOf = ({ field }: JsonObject, labels: ReadonlyMap<string, string>): JsonValue =>
  typeof field === "string" ? (labels.get(field) ?? field.replace(CUSTOM_FIELD_PREFIX, "")) : (field ?? null);

/** Why not, in the language of the page, with names for ids. */
function sentence(reason: StartReason, lookup: Lookup): string {
  const naming = (value: JsonValue): string | null =>
    typeof value === "string"
      ? (known(lookup.stageName(value), value) ??
        known(lookup.pipelineName?.(value) ?? null, value) ??
        known(lookup.tagName(value), value) ??
        known(lookup.userName(value), value))
      : null;
  const words = describeStart(reason, engineLocale(), naming);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** While a list is on its way or cannot be had, every id is called the same, or as it is. */
const known = (name: string | null, id: string): string | null => (name === id || name === "…" ? null : name);
