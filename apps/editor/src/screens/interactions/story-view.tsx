import { scenarioOfWitness, type AnalysedWorkspace, type Told, type Witness } from "@trilho/engine/interactions";
import { simulateWorkspace } from "@trilho/engine/workspace";
import { useMemo } from "react";
import { useFields } from "../../data/use-fields.ts";
import { MiniDrawing } from "../../describe/mini-drawing.tsx";
import { useLookup } from "../../describe/use-lookup.ts";
import { Moments } from "../../features/simulate/moments.tsx";
import { Timeline } from "../../features/simulate/timeline.tsx";
import { usePlayback } from "../../features/simulate/use-playback.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { factTexts } from "../../simulation/workspace/happening-text.ts";
import type { Party } from "../../simulation/workspace/parties.ts";
import { nameOfRow, storyRows } from "../../simulation/workspace/rows.ts";
import { storyOf } from "../../simulation/workspace/story.ts";
import { Status } from "../../ui/status.tsx";
import styles from "./story.module.css";

export interface StoryViewProps {
  told: Told;
  witness: Witness;
  workspace: AnalysedWorkspace;
  /** The automations that take part. */
  parties: readonly Party[];
}

/** What goes on without end says no more after so many moments. */
const MOST_MOMENTS = 120;

/** How it comes about, moment by moment: a list to walk through, and where each automation stands meanwhile. */
export function StoryView({ told, witness, workspace, parties }: StoryViewProps) {
  const t = useText("interactions");
  const inSimulator = useText("simulate");
  const locale = useLocale();
  const names = useLookup();
  const fields = useFields();
  const { moments, result } = useMemo(() => {
    const simulated = simulateWorkspace(scenarioOfWitness(witness, workspace));
    return { result: simulated, moments: storyOf(simulated, witness.events) };
  }, [witness, workspace]);
  const rows = useMemo(
    () =>
      storyRows(moments.slice(0, MOST_MOMENTS), result, parties, told, {
        t,
        inSimulator,
        names,
        fields,
        locale,
        inItsZone: true,
      }),
    [moments, result, parties, told, t, inSimulator, names, fields, locale],
  );
  const facts = useMemo(() => {
    const created = witness.events.flatMap((each) => (each.type === "deal_created" ? [each.deal] : []));
    const words = { t, names, fields };
    return [
      ...[...witness.deals, ...created].flatMap((deal) => factTexts(deal.facts, "deal", words)),
      ...witness.contacts.flatMap((contact) => factTexts(contact.facts ?? {}, "contact", words)),
    ];
  }, [witness, t, names, fields]);
  const playback = usePlayback(rows.length, 0);
  const row = rows[playback.index];
  return (
    <div className={styles["story"]}>
      <p className={styles["deal"]}>
        {facts.length === 0 ? t("story.anyDeal") : t("story.deal", { facts: facts.join(" · ") })}
      </p>
      <Timeline steps={rows} playback={playback} />
      <Status hidden>{playback.playing && row !== undefined && `${nameOfRow(row)} ${row.why}`}</Status>
      <div className={styles["panes"]}>
        <Moments
          rows={rows}
          index={playback.index}
          timeZone={workspace.timeZone ?? "UTC"}
          isCut={moments.length > rows.length}
          onGoTo={playback.goTo}
        />
        <div className={styles["drawings"]}>
          {parties.map((party) => (
            <figure key={party.id} className={styles["party"]} data-now={row?.party === party || undefined}>
              <figcaption>{party.name}</figcaption>
              <MiniDrawing
                className={styles["drawing"]}
                definition={party.definition}
                highlight={
                  rows.findLast((each, at) => at <= playback.index && each.party === party)?.highlight ?? UNTOUCHED
                }
              />
            </figure>
          ))}
        </div>
      </div>
    </div>
  );
}

const UNTOUCHED = { nodeId: null, visitedNodeIds: [], visitedEdgeKeys: [] };
