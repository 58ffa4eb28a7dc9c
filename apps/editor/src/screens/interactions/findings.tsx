import type { Automation } from "@trilho/api-client";
import type { AnalysedWorkspace, Finding } from "@trilho/engine/interactions";
import { useMemo, useState, type ReactNode } from "react";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { Select } from "../../ui/fields/select.tsx";
import { FindingCard } from "./finding-card.tsx";
import styles from "./interactions.module.css";

interface FindingsProps {
  findings: readonly Finding[];
  /** The automations that were looked at. */
  chosen: readonly Automation[];
  workspace: AnalysedWorkspace;
}

const EVERY = "";
/** Fewer are looked through without a filter. */
const FEW = 5;

/** Those that were seen apart from those that may be; of one automation, where a person wants them alone. */
export function Findings({ findings, chosen, workspace }: FindingsProps) {
  const t = useText("interactions");
  const [open, setOpen] = useState<Finding | null>(null);
  const [about, setAbout] = useState(EVERY);
  const automations = useMemo(() => new Map(chosen.map((each) => [each.id, each])), [chosen]);
  const options = useParties(findings, automations);
  // What it was about may be settled by now.
  const isKnown = options.some(({ value }) => value === about);
  const wanted = isKnown
    ? findings.filter(({ places }) => places.some((each) => each.automationId === about))
    : findings;
  const cards = (of: readonly Finding[]): ReactNode => (
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
      {findings.length > FEW && (
        <Select
          className={styles["filter"]}
          label={t("about.label")}
          hideLabel
          value={isKnown ? about : EVERY}
          onValueChange={setAbout}
          options={[{ value: EVERY, label: t("about.every") }, ...options]}
        />
      )}
      {(["shown", "possible"] as const).map((kind) => {
        const own = wanted.filter(({ shown }) => (shown !== null) === (kind === "shown"));
        if (own.length === 0) return null;
        return (
          <section key={kind} aria-label={t(`${kind}.title`)}>
            <h2 className={styles["heading"]}>{t(`${kind}.title`)}</h2>
            <p className={styles["hint"]}>{t(`${kind}.text`)}</p>
            {cards(own)}
          </section>
        );
      })}
    </>
  );
}

/** The automations that take part in findings, by name, each with the number of them. */
function useParties(findings: readonly Finding[], automations: ReadonlyMap<string, Automation>) {
  const t = useText("interactions");
  const locale = useLocale();
  return useMemo(() => {
    const counts = new Map<string, number>();
    for (const { places } of findings)
      for (const id of new Set(places.map(({ automationId }) => automationId)))
        counts.set(id, (counts.get(id) ?? 0) + 1);
    return [...counts]
      .map(([value, count]) => ({
        value,
        label: t("about.one", { name: automations.get(value)?.name ?? value, count }),
      }))
      .toSorted((one, other) => one.label.localeCompare(other.label, locale));
  }, [findings, automations, t, locale]);
}
