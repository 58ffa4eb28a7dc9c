import type { Automation } from "@trilho/api-client";
import type { AnalysedWorkspace, Finding, FindingCode } from "@trilho/engine/interactions";
import { Play, X } from "lucide-react";
import { useMemo } from "react";
import { useLookup } from "../../describe/use-lookup.ts";
import { useText } from "../../i18n/use-text.ts";
import { findingText } from "../../simulation/workspace/finding-text.ts";
import { partiesOf, placesOf } from "../../simulation/workspace/parties.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { lazyPart } from "../../ui/loading/lazy-part.tsx";
import styles from "./interactions.module.css";
import { PlaceLink } from "./place-link.tsx";

const { Part: StoryView } = lazyPart(async () => (await import("./story-view.tsx")).StoryView);

const TONES: Readonly<Record<FindingCode, Tone>> = {
  loop: "danger",
  "answer-taken": "warning",
  "opposite-writes": "info",
  "same-message": "accent",
  "many-messages": "warning",
  "moved-on": "neutral",
  "never-starts": "danger",
};

interface FindingCardProps {
  finding: Finding;
  automations: ReadonlyMap<string, Automation>;
  workspace: AnalysedWorkspace;
  open: boolean;
  onOpen: (open: boolean) => void;
}

/** One finding: what, where, how to settle it, and the story that shows it. */
export function FindingCard({ finding, automations, workspace, open, onOpen }: FindingCardProps) {
  const t = useText("interactions");
  const names = useLookup();
  const { code, places, shown } = finding;
  const parties = useMemo(() => partiesOf(placesOf(finding), (id) => automations.get(id)), [finding, automations]);
  const sentence = findingText(finding, (id) => automations.get(id)?.name ?? null, names);
  return (
    <article className={styles["card"]}>
      <div>
        <Badge tone={TONES[code]}>{t(`kind.${code}`)}</Badge>
      </div>
      <h3 className={styles["sentence"]}>{sentence}</h3>
      <ul className={styles["places"]} aria-label={t("places")}>
        {places.map((place) => (
          <li key={`${place.automationId} ${place.path}`}>
            <PlaceLink place={place} automation={automations.get(place.automationId)} />
          </li>
        ))}
      </ul>
      <div className={styles["foot"]}>
        {shown !== null && (
          <Button
            size="sm"
            icon={open ? <X /> : <Play />}
            aria-expanded={open}
            aria-label={t(open ? "hideOf" : "playOf", { sentence })}
            onClick={() => onOpen(!open)}
          >
            {t(open ? "hide" : "play")}
          </Button>
        )}
        <details className={styles["settle"]}>
          <summary>{t("settle.title")}</summary>
          <p>{t(`settle.${code}`)}</p>
        </details>
      </div>
      {shown !== null && open && <StoryView told={finding} witness={shown} workspace={workspace} parties={parties} />}
    </article>
  );
}
