import { GitMerge } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import type { Lookup } from "../../document/lookup.ts";
import { useText } from "../../i18n/use-text.ts";
import type { Draft } from "../../document/draft/draft.ts";
import { useTriggerSummary } from "../../describe/use-trigger-summary.ts";
import { isDrawable } from "../../document/document.ts";
import type { NodeOverlay } from "../../document/view-store.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Status } from "../../ui/status.tsx";
import { changesIn, structureOf, type Changes } from "./change-list.ts";
import { ChangeList } from "./change-list.tsx";
import { ClashCard } from "./clash-card.tsx";
import { clashText } from "./clash-text.ts";
import styles from "./compare.module.css";
import { LayerFrame } from "./layer-frame.tsx";
import type { Side } from "./agree.ts";
import type { Clash } from "./clash.ts";
import { mergeDrafts } from "./merge.ts";
import { ReadOnlyCanvas, type CanvasHandle } from "../../canvas/read-only-canvas.tsx";
import { unionOf } from "./union.ts";

interface MergeLayerProps {
  /** What both started from. */
  base: Draft;
  mine: Draft;
  theirs: Draft;
  title: string;
  description: string;
  names: Lookup;
  onApply: (merged: Draft) => void;
  onClose: () => void;
}

/** Brings two people's changes together: what fits is merged by itself, what clashes is asked one by one. */
export function MergeLayer({ base, mine, theirs, title, description, names, onApply, onClose }: MergeLayerProps) {
  const t = useText("compare");
  const canvas = useRef<CanvasHandle>(null);
  const [choices, setChoices] = useState<ReadonlyMap<string, Side>>(new Map());
  const [selected, setSelected] = useState<string | null>(null);
  const merge = useMemo(() => mergeDrafts(base, mine, theirs, choices), [base, mine, theirs, choices]);
  const trigger = useTriggerSummary(merge.merged.settings, names).words;
  const result = useResult(mine, merge.merged, merge.clashes, names, trigger);
  const { clashes, open } = merge;
  const choose = (key: string, side: Side): void => setChoices((before) => new Map(before).set(key, side));
  const chooseAll = (side: Side): void =>
    setChoices(new Map(clashes.filter(({ decidable }) => decidable).map(({ key }) => [key, side])));
  const show = (nodeId: string): void => canvas.current?.show(nodeId);
  const context = { base, mine, theirs, names, trigger };
  return (
    <LayerFrame
      title={title}
      description={description}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("merging.cancel")}</Button>
          <Button
            variant="primary"
            icon={<GitMerge />}
            disabled={open > 0}
            title={open > 0 ? t("merging.applyHint") : undefined}
            onClick={() => onApply(merge.merged)}
          >
            {t("merging.apply")}
          </Button>
        </>
      }
      drawing={
        result.drawn === null ? (
          <EmptyState title={t("notDrawn")}>{t("notDrawnText")}</EmptyState>
        ) : (
          <ReadOnlyCanvas
            ref={canvas}
            definition={result.drawn.definition}
            overlay={result.drawn.overlay}
            names={names}
            trigger={trigger}
            label={t("merging.canvas")}
            onSelect={setSelected}
          />
        )
      }
    >
      <section className={styles["group"]} aria-label={t("merging.clashes", { count: clashes.length })}>
        <div className={styles["groupHead"]}>
          <h3 className={styles["groupTitle"]}>{t("merging.clashes", { count: clashes.length })}</h3>
          {clashes.some(({ decidable }) => decidable) && (
            <span className={styles["all"]}>
              <Button size="sm" onClick={() => chooseAll("mine")}>
                {t("merging.allMine")}
              </Button>
              <Button size="sm" onClick={() => chooseAll("theirs")}>
                {t("merging.allTheirs")}
              </Button>
            </span>
          )}
        </div>
        <Status className={styles["note"]}>
          {t(clashes.length === 0 ? "merging.noClashes" : "merging.open", { count: open })}
        </Status>
        {clashes.map((clash) => (
          <ClashCard
            key={clash.key}
            words={clashText(clash, context)}
            decidable={clash.decidable}
            choice={choices.get(clash.key) ?? null}
            onChoose={(side) => choose(clash.key, side)}
            onShow={show}
          />
        ))}
      </section>
      <section className={styles["incoming"]} aria-label={t("merging.incoming")}>
        <h3 className={styles["groupTitle"]}>{t("merging.incoming")}</h3>
        {Object.values(result.changes).every((group) => group.length === 0) ? (
          <p className={styles["hint"]}>{t("merging.incomingNone")}</p>
        ) : (
          <ChangeList changes={result.changes} selected={selected} onShow={show} />
        )}
      </section>
    </LayerFrame>
  );
}

const NONE: Changes = { settings: [], steps: [], connections: [], moved: [] };

/** What the merge makes of my draft: drawn, with the steps that clash marked, and in words. */
function useResult(mine: Draft, merged: Draft, clashes: readonly Clash[], names: Lookup, trigger: string) {
  const t = useText("compare");
  const badge = t("merging.badge");
  return useMemo(() => {
    const [was, is] = [mine.definition, merged.definition];
    if (!isDrawable(was) || !isDrawable(is)) return { drawn: null, changes: NONE };
    const diff = structureOf(was, is);
    const union = unionOf(was, is, diff);
    const marks = new Map<string, NodeOverlay>(union.overlay.nodes);
    for (const clash of clashes) {
      const nodeId = clash.kind === "graph" ? clash.conflict.nodeId : undefined;
      if (nodeId !== undefined) marks.set(nodeId, { tone: marks.get(nodeId)?.tone ?? "changed", badge });
    }
    const changes = changesIn(mine, merged, diff, { before: was, after: is, names, trigger });
    return { drawn: { definition: union.definition, overlay: { ...union.overlay, nodes: marks } }, changes };
  }, [mine, merged, clashes, names, trigger, badge]);
}
