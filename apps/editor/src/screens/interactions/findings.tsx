import type { Automation } from "@trilho/api-client";
import type { AnalysedWorkspace, Finding } from "@trilho/engine/interactions";
import { Waypoints } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import type { MapCard } from "../../canvas/map/automation-map.tsx";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { lazyPart } from "../../ui/loading/lazy-part.tsx";
import { FindingCard } from "./finding-card.tsx";
import { linesOf } from "./lines.ts";
import { LoadingNote } from "./loading-note.tsx";
import styles from "./interactions.module.css";

interface FindingsProps {
  findings: readonly Finding[];
  /** The automations that were looked at. */
  chosen: readonly Automation[];
  workspace: AnalysedWorkspace;
}

/** Lists that open are large, and most workspaces have few findings. */
const { Part: AboutFilter } = lazyPart(async () => (await import("./about-filter.tsx")).AboutFilter, {
  fallback: <div className={styles["filter"]} />,
});

const { Part: AutomationMap } = lazyPart(
  async () => (await import("../../canvas/map/automation-map.tsx")).AutomationMap,
  {
    fallback: <LoadingNote />,
  },
);

/** Fewer are looked through without a filter. */
const FEW = 5;
/** More are not told apart on one map. */
const MOST_CARDS = 24;

/** Those that were seen apart from those that may be; of one automation, where a person wants them alone. */
export function Findings({ findings, chosen, workspace }: FindingsProps) {
  const t = useText("interactions");
  const [open, setOpen] = useState<Finding | null>(null);
  const [about, setAbout] = useState<string | null>(null);
  const automations = useMemo(() => new Map(chosen.map((each) => [each.id, each])), [chosen]);
  const parties = useParties(findings, automations);
  const [mapped, setMapped] = useState(false);
  // What it was about may be settled by now.
  const isKnown = parties.some(({ id }) => id === about);
  const wanted = useMemo(
    () => (isKnown ? findings.filter(({ places }) => places.some((each) => each.automationId === about)) : findings),
    [findings, isKnown, about],
  );
  const isMany = parties.length > MOST_CARDS;
  // Of many, those that the chosen one has to do with.
  const drawn = isMany ? wanted : findings;
  const cards = useParties(drawn, automations);
  const lines = useMemo(() => linesOf(drawn, ({ code }) => t(`kind.${code}`)), [drawn, t]);
  const list = (of: readonly Finding[]): ReactNode => (
    <ul className={styles["list"]}>
      {of.map((finding) => (
        <li key={JSON.stringify([finding.code, finding.params, finding.places])}>
          <FindingCard
            finding={finding}
            automations={automations}
            workspace={workspace}
            open={open === finding}
            onOpen={(isOpen) => setOpen(isOpen ? finding : null)}
          />
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {findings.length > 1 && (
        <div className={styles["tools"]}>
          {findings.length > FEW && (
            <AboutFilter parties={parties} value={isKnown ? about : null} onValueChange={setAbout} />
          )}
          <Button icon={<Waypoints />} aria-expanded={mapped} onClick={() => setMapped(!mapped)}>
            {t(mapped ? "map.hide" : "map.show")}
          </Button>
        </div>
      )}
      {mapped && isMany && !isKnown && <p className={styles["hint"]}>{t("map.many")}</p>}
      {mapped && (!isMany || isKnown) && (
        <AutomationMap
          cards={cards}
          lines={lines}
          label={t("map.title")}
          chosen={isKnown ? about : null}
          onChoose={setAbout}
        />
      )}
      {(["shown", "proved", "possible"] as const).map((kind) => {
        const own = wanted.filter(({ shown, proved }) => kind === (shown ? "shown" : proved ? "proved" : "possible"));
        if (own.length === 0) return null;
        return (
          <section key={kind} aria-label={t(`${kind}.title`)}>
            <h2 className={styles["heading"]}>{t(`${kind}.title`)}</h2>
            <p className={styles["hint"]}>{t(`${kind}.text`)}</p>
            {list(own)}
          </section>
        );
      })}
    </>
  );
}

/** The automations that take part in findings, by name, each with the number of them. */
function useParties(findings: readonly Finding[], automations: ReadonlyMap<string, Automation>): MapCard[] {
  const t = useText("interactions");
  const locale = useLocale();
  return useMemo(() => {
    const counts = new Map<string, number>();
    for (const { places } of findings)
      for (const id of new Set(places.map(({ automationId }) => automationId)))
        counts.set(id, (counts.get(id) ?? 0) + 1);
    return [...counts]
      .map(([id, count]) => ({ id, name: automations.get(id)?.name ?? id, detail: t("count", { count }) }))
      .toSorted((one, other) => one.name.localeCompare(other.name, locale));
  }, [findings, automations, t, locale]);
}
