import type { Automation } from "@trilho/api-client";
import { CloudUpload, GitMerge } from "lucide-react";
import { useRef, useState } from "react";
import type { Lookup } from "../../document/lookup.ts";
import { useText } from "../../i18n/use-text.ts";
import type { Draft } from "../../document/draft/draft.ts";
import { useTriggerSummary } from "../../describe/use-trigger-summary.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { BehaviourPanel } from "../../features/compare/behaviour-panel.tsx";
import { ChangeList } from "../../features/compare/change-list.tsx";
import styles from "../../features/compare/compare.module.css";
import { LayerFrame } from "../../features/compare/layer-frame.tsx";
import { ReadOnlyCanvas, type CanvasHandle } from "../../canvas/read-only-canvas.tsx";
import { WaitingPanel } from "../../features/migration/waiting-panel.tsx";
import { ChangeCounts } from "../../features/compare/change-counts.tsx";
import { useComparison } from "../../features/compare/use-comparison.ts";

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
      summary={<ChangeCounts changes={changes} />}
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
            content: (
              <WaitingPanel
                automationId={before.id}
                draft={version === undefined ? after : null}
                names={names}
                onShow={show}
              />
            ),
          },
        ]}
      />
    </LayerFrame>
  );
}
