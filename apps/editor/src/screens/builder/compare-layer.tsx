import type { Automation } from "@trilho/api-client";
import { CloudUpload, GitMerge } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import type { Lookup } from "../../document/lookup.ts";
import { useText } from "../../i18n/use-text.ts";
import { draftOf, type Draft } from "../../document/draft/draft.ts";
import { useTriggerSummary } from "../../describe/use-trigger-summary.ts";
import { isDrawable } from "../../document/document.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { BehaviourPanel } from "../../features/compare/behaviour-panel.tsx";
import { changesIn, structureOf, type Changes, type ChangeTone } from "../../features/compare/change-list.ts";
import { ChangeList } from "../../features/compare/change-list.tsx";
import styles from "../../features/compare/compare.module.css";
import { LayerFrame } from "../../features/compare/layer-frame.tsx";
import { ReadOnlyCanvas, type CanvasHandle } from "../../canvas/read-only-canvas.tsx";
import { RunsPanel } from "../../features/runs/runs-panel.tsx";
import { differingGroups } from "../../features/compare/settings.ts";
import { ToneMark } from "../../features/compare/tone-mark.tsx";
import { unionOf } from "../../features/compare/union.ts";

interface CompareLayerProps {
  /** What is stored. */
  before: Automation;
  after: Draft;
  /** The number of the version that `after` is; none for the draft. */
  version: number | undefined;
  names: Lookup;
  canPublish: boolean;
  onPublish: () => void;
  /** Null where there is nothing to merge. */
  onMerge: (() => void) | null;
  onClose: () => void;
}

type Shown = "changes" | "behaviour" | "runs";

/** The stored version and the draft in one drawing, what differs in words, and how runs go otherwise. */
export function CompareLayer({
  before,
  after,
  version,
  names,
  canPublish,
  onPublish,
  onMerge,
  onClose,
}: CompareLayerProps) {
  const t = useText("compare");
  const canvas = useRef<CanvasHandle>(null);
  const [shown, setShown] = useState<Shown>("changes");
  const [selected, setSelected] = useState<string | null>(null);
  const trigger = useTriggerSummary(after.settings, names).words;
  const compared = useComparison(before, after, names, trigger);
  const { drawn, changes } = compared;
  const show = (nodeId: string): void => canvas.current?.show(nodeId);
  const isSame = Object.values(changes).every((group) => group.length === 0);
  const nothing = <EmptyState title={t("same")}>{t("sameText")}</EmptyState>;
  return (
    <LayerFrame
      title={t("title")}
      description={
        version === undefined
          ? t(onMerge === null ? "versions" : "versionsNewer", { version: before.version })
          : t("twoVersions", { before: before.version, after: version })
      }
      summary={<Counts changes={changes} />}
      onClose={onClose}
      actions={
        <>
          {onMerge !== null && (
            <Button variant="primary" icon={<GitMerge />} onClick={onMerge}>
              {t("merge")}
            </Button>
          )}
          {canPublish && (
            <Button variant="primary" icon={<CloudUpload />} onClick={onPublish}>
              {t("publish")}
            </Button>
          )}
          <Button onClick={onClose}>{t("close")}</Button>
        </>
      }
      drawing={
        drawn === null ? (
          <EmptyState title={t("notDrawn")}>{t("notDrawnText")}</EmptyState>
        ) : (
          <ReadOnlyCanvas
            ref={canvas}
            definition={drawn.union.definition}
            overlay={drawn.union.overlay}
            names={names}
            trigger={trigger}
            label={t("canvas")}
            onSelect={setSelected}
          />
        )
      }
    >
      <Tabs<Shown>
        label={t("tabs.label")}
        className={styles["tabs"] ?? ""}
        value={shown}
        onValueChange={setShown}
        tabs={[
          {
            value: "changes",
            label: t("tabs.changes"),
            content: isSame ? nothing : <ChangeList changes={changes} selected={selected} onShow={show} />,
          },
          {
            value: "behaviour",
            label: t("tabs.behaviour"),
            disabled: drawn === null,
            content: drawn && <BehaviourPanel {...drawn} names={names} onShow={show} />,
          },
          {
            value: "runs",
            label: t("tabs.runs"),
            content: <RunsPanel automationId={before.id} drawn={drawn} names={names} onShow={show} />,
          },
        ]}
      />
    </LayerFrame>
  );
}

/** What differs; `drawn` is null where a definition cannot be drawn. The version compared with stays the one it began with. */
function useComparison(stored: Automation, after: Draft, names: Lookup, trigger: string) {
  return useMemo(() => {
    const before = draftOf(stored);
    const [was, is] = [before.definition, after.definition];
    if (!isDrawable(was) || !isDrawable(is)) {
      const none: Changes = { settings: [], steps: [], connections: [], moved: [] };
      if (differingGroups(before, after).length === 0) return { drawn: null, changes: none };
      const empty = { version: 2 as const, nodes: [] };
      const naming = { before: empty, after: empty, names, trigger };
      return { drawn: null, changes: changesIn(before, after, structureOf(empty, empty), naming) };
    }
    const diff = structureOf(was, is);
    const naming = { before: was, after: is, names, trigger };
    return {
      drawn: { before: was, after: is, union: unionOf(was, is, diff) },
      changes: changesIn(before, after, diff, naming),
    };
  }, [stored, after, names, trigger]);
}

const TONES: readonly ChangeTone[] = ["added", "removed", "changed", "moved"];

function Counts({ changes }: { changes: Changes }) {
  const t = useText("compare");
  const all = Object.values(changes).flat();
  return (
    <ul className={styles["counts"]}>
      {TONES.map((tone) => ({ tone, count: all.filter((change) => change.tone === tone).length }))
        .filter(({ count }) => count > 0)
        .map(({ tone, count }) => (
          <li key={tone} className={styles["count"]}>
            <ToneMark tone={tone} />
            {t(`count.${tone}`, { count })}
          </li>
        ))}
    </ul>
  );
}
