import type { Automation } from "@trilho/api-client";
import { RotateCcw } from "lucide-react";
import { useMemo } from "react";
import { ReadOnlyCanvas } from "../../../canvas/read-only-canvas.tsx";
import { useTriggerSummary } from "../../../describe/use-trigger-summary.ts";
import { isDrawable } from "../../../document/document.ts";
import { draftOf } from "../../../document/draft/draft.ts";
import type { Lookup } from "../../../document/lookup.ts";
import { LayerFrame } from "../../../features/compare/layer-frame.tsx";
import { SETTING_GROUPS, type SettingGroup } from "../../../features/compare/setting-groups.ts";
import { settingLabel, settingName } from "../../../features/compare/setting-label.ts";
import { fieldsOf } from "../../../features/compare/settings.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import styles from "./version-layer.module.css";

interface VersionLayerProps {
  version: Automation;
  names: Lookup;
  /** Null where there is nothing to restore, or the draft may only be looked at. */
  onRestore: (() => void) | null;
  onClose: () => void;
}

const GROUPS = Object.keys(SETTING_GROUPS) as SettingGroup[];

/** One version as it was published, to be looked at; as JSON where it cannot be drawn. */
export function VersionLayer({ version, names, onRestore, onClose }: VersionLayerProps) {
  const t = useText("history");
  const inCompare = useText("compare");
  const draft = useMemo(() => draftOf(version), [version]);
  const trigger = useTriggerSummary(draft.settings, names).words;
  const { definition } = draft;
  const drawing = t("drawing", { version: version.version });
  return (
    <LayerFrame
      title={t("version", { version: version.version })}
      description={version.name}
      onClose={onClose}
      actions={
        <>
          {onRestore !== null && (
            <Button icon={<RotateCcw />} onClick={onRestore}>
              {t("restore")}
            </Button>
          )}
          <Button onClick={onClose}>{inCompare("close")}</Button>
        </>
      }
      drawing={
        isDrawable(definition) ? (
          <ReadOnlyCanvas definition={definition} names={names} trigger={trigger} label={drawing} />
        ) : (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, which the keyboard must do as well
          <pre className={styles["raw"]} tabIndex={0} aria-label={drawing}>
            {JSON.stringify(definition, null, 2)}
          </pre>
        )
      }
    >
      <dl className={styles["settings"]}>
        {GROUPS.map((group) => (
          <div key={group}>
            <dt>{settingName(group)}</dt>
            <dd>{settingLabel(group, fieldsOf(draft), names)}</dd>
          </div>
        ))}
      </dl>
    </LayerFrame>
  );
}
