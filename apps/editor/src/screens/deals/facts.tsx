import type { DealListItem } from "@trilho/api-client";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { contactPath } from "../../browser/location.ts";
import { useLastMove } from "../../data/deal.ts";
import { useCustomFields } from "../../data/reference.ts";
import { useLookup } from "../../describe/use-lookup.ts";
import type { Lookup } from "../../document/lookup.ts";
import { formatInstant, formatMoney } from "../../i18n/format.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { ColorDot } from "../../ui/fields/color-dot.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { Doer } from "./doer.tsx";
import { customText, sourceText, valueText } from "./value-text.ts";
import css from "./deals.module.css";

const TONES: Readonly<Record<DealListItem["status"], Tone>> = { open: "info", won: "success", lost: "danger" };

/** How a deal stands, and how it came there. */
export function Facts({ deal }: { deal: DealListItem }) {
  const t = useText("deals");
  const names = useLookup();
  const locale = useLocale();
  const { contact, company, responsible, coOwner, tags, lostReason, expectedCloseAt } = deal;
  return (
    <aside className={css.facts} aria-label={t("facts.title")}>
      <dl className={css.pairs}>
        <Pair name={t("facts.status")}>
          <Badge tone={TONES[deal.status]} dot>
            {t(`status.${deal.status}`)}
          </Badge>
        </Pair>
        {lostReason !== null && <Pair name={t("facts.lostReason")}>{lostReason}</Pair>}
        <Pair name={t("facts.stage")}>
          <Stage deal={deal} names={names} />
        </Pair>
        <Pair name={t("facts.value")}>{formatMoney(deal.value, deal.currency, locale)}</Pair>
        <Pair name={t("facts.responsible")}>{responsible.name ?? t("facts.nobody")}</Pair>
        {coOwner !== null && <Pair name={t("facts.coOwner")}>{coOwner.name ?? t("by.member")}</Pair>}
        {contact !== null && (
          <Pair name={t("facts.contact")}>
            <Link href={contactPath(contact.id)} className={css.link}>
              {contact.displayName || contact.phone}
            </Link>
            {[contact.phone, contact.email].map((way) =>
              way === null || way === "" || way === contact.displayName ? null : (
                <span key={way} className={css.under}>
                  {way}
                </span>
              ),
            )}
          </Pair>
        )}
        {company !== null && <Pair name={t("facts.company")}>{company.name}</Pair>}
        {tags.length > 0 && (
          <Pair name={t("facts.tags")}>
            <ul className={css.tags}>
              {tags.map(({ id, name, color }) => (
                <li key={id}>
                  <ColorDot color={color} /> {name}
                </li>
              ))}
            </ul>
          </Pair>
        )}
        {expectedCloseAt !== null && (
          <Pair name={t("facts.expectedCloseAt")}>{formatInstant(expectedCloseAt, locale)}</Pair>
        )}
        <Pair name={t("facts.source")}>{sourceText(deal.source)}</Pair>
        <Pair name={t("facts.created")}>
          <TimeAgo at={deal.createdAt} />
        </Pair>
        <Custom values={deal.properties} names={names} />
      </dl>
    </aside>
  );
}

const Pair = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** The stage, since when, and by whom it came there. */
function Stage({
  deal: { seq, stage, stageId, pipelineId, stageChangedAt },
  names,
}: {
  deal: DealListItem;
  names: Lookup;
}) {
  const t = useText("deals");
  const { data: move = null } = useLastMove(seq);
  const from = move?.changes?.["from"];
  const pipeline = names.pipelineName?.(pipelineId) ?? "…";
  return (
    <>
      <span>
        {stage !== null && <ColorDot color={stage.color} />}{" "}
        {t("facts.stageIn", { stage: stage?.name ?? names.stageName(stageId) ?? "…", pipeline })}
      </span>
      <span className={css.under}>
        <TimeAgo at={stageChangedAt} />
      </span>
      {move !== null && (
        <span className={css.under}>
          {typeof from === "string" ? t("here.moved", { from: names.stageName(from) ?? from }) : t("here.created")}
          {" · "}
          <Doer deed={move} />
        </span>
      )}
    </>
  );
}

/** Those custom fields that have a value, in the workspace's order. */
function Custom({ values, names }: { values: DealListItem["properties"]; names: Lookup }) {
  const locale = useLocale();
  const { data: fields = [] } = useCustomFields("deal");
  const known = fields.flatMap((field) => {
    const shown = customText(values[field.slug], field, names, locale);
    return shown === null ? [] : [{ key: field.slug, name: field.name, shown }];
  });
  const rest = Object.entries(values).flatMap(([slug, value]) => {
    const shown = valueText(value, locale);
    return shown === null || fields.some((field) => field.slug === slug) ? [] : [{ key: slug, name: slug, shown }];
  });
  return [...known, ...rest].map(({ key, name, shown }) => (
    <Pair key={key} name={name}>
      {shown}
    </Pair>
  ));
}
