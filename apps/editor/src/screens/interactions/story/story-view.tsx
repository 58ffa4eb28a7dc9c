import { scenarioOfWitness, type AnalysedWorkspace, type Told, type Witness } from "@trilho/engine/interactions";
import { simulateWorkspace } from "@trilho/engine/workspace";
import { useEffect, useMemo, useRef } from "react";
import { useFields } from "../../../data/use-fields.ts";
import { MiniDrawing } from "../../../describe/mini-drawing.tsx";
import { useLookup } from "../../../describe/use-lookup.ts";
import { MessageBubble } from "../../../features/simulate/message-bubble.tsx";
import { Timeline } from "../../../features/simulate/timeline.tsx";
import { usePlayback } from "../../../features/simulate/use-playback.ts";
import { useLocale, useText } from "../../../i18n/use-text.ts";
import { Status } from "../../../ui/status.tsx";
import { dayTimes } from "./day-time.ts";
import { factTexts } from "./happening-text.ts";
import { storyRows, type Party, type StoryRow } from "./rows.ts";
import { storyOf } from "./story.ts";
import styles from "./story.module.css";

interface StoryViewProps {
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
    () => storyRows(moments.slice(0, MOST_MOMENTS), result, parties, told, { t, inSimulator, names, fields, locale }),
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
      <Status hidden>{playback.playing && row !== undefined && `${nameOf(row)} ${row.why}`}</Status>
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

const nameOf = ({ party, node }: StoryRow): string => (party === null ? node : `${party.name}: ${node}`);

interface MomentsProps {
  rows: readonly StoryRow[];
  index: number;
  /** IANA. */
  timeZone: string;
  isCut: boolean;
  onGoTo: (index: number) => void;
}

function Moments({ rows, index, timeZone, isCut, onGoTo }: MomentsProps) {
  const t = useText("interactions");
  const locale = useLocale();
  const list = useRef<HTMLOListElement>(null);
  const shown = useRef(index);
  useEffect(() => {
    if (shown.current === index) return;
    shown.current = index;
    list.current?.querySelector("[aria-current=step]")?.scrollIntoView?.({ block: "nearest" });
  }, [index]);
  const timeOf = useMemo(() => dayTimes(rows[0]?.at ?? "", timeZone, locale), [rows, timeZone, locale]);
  return (
    <ol ref={list} className={styles["moments"]} aria-label={t("story.title")}>
      {rows.map((row, at) => {
        const { day, time } = timeOf(row.at);
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a story does not change
          <li
            key={at}
            className={styles["moment"]}
            aria-current={at === index ? "step" : undefined}
            data-future={at > index || undefined}
            data-point={row.isPoint || undefined}
            data-world={row.party === null || undefined}
          >
            <time dateTime={row.at} className={rows[at - 1]?.at === row.at ? "visually-hidden" : styles["when"]}>
              {t("story.when", { day, time })}
            </time>
            <button type="button" className={styles["go"]} onClick={() => onGoTo(at)}>
              <span className={styles["what"]}>
                {row.party !== null && <span className={styles["name"]}>{row.party.name} </span>}
                <span className={styles["node"]}>{row.node}</span>
              </span>
              {row.why !== "" && <span className={styles["why"]}> {row.why}</span>}
            </button>
            {row.message !== null && <MessageBubble message={row.message} />}
          </li>
        );
      })}
      {isCut && <li className={styles["cut"]}>{t("story.goesOn")}</li>}
    </ol>
  );
}
