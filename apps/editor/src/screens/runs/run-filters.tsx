import type { Automation, AutomationRun } from "@trilho/api-client";
import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { useMedia } from "../../browser/use-media.ts";
import type { RunStatus } from "../../data/automations.ts";
import { useRanVersions } from "../../data/ran-versions.ts";
import type { RunListFilter } from "../../data/runs.ts";
import { stepName } from "../../describe/node-name.ts";
import { STATUS_ORDER } from "../../features/runs/status-tone.ts";
import { useText } from "../../i18n/use-text.ts";
import { Select } from "../../ui/fields/select.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import filters from "../../ui/filters.module.css";
import styles from "./runs-screen.module.css";

interface RunFiltersProps {
  automation: Automation | undefined;
  /** Those that are shown: their versions have steps that the automation may not have any more. */
  runs: readonly AutomationRun[];
  filter: RunListFilter;
  onFilter: (filter: RunListFilter) => void;
}

const EVERY = "";

/** Which runs of an automation are listed: by status, version and step. */
export function RunFilters(props: RunFiltersProps) {
  const { filter, onFilter } = props;
  const t = useText("runs");
  // There all of them would take the first screen, before the first run.
  const isPhone = useMedia("(max-width: 40rem)");
  const [isOpen, setOpen] = useState(filter.version !== null || filter.nodeId !== null);
  return (
    <div className={filters["bar"]}>
      <Select<RunStatus | typeof EVERY>
        className={styles["filter"]}
        label={t("filter")}
        hideLabel
        value={filter.status ?? EVERY}
        onValueChange={(status) => onFilter({ ...filter, status: status === EVERY ? null : status })}
        options={[
          { value: EVERY, label: t("allStatuses") },
          ...STATUS_ORDER.map((value) => ({
            value,
            label: t(`status.${value}`),
            description: t(`statusHint.${value}`),
          })),
        ]}
      />
      {isPhone && (
        <IconButton
          variant="secondary"
          label={t("moreFilters")}
          icon={<SlidersHorizontal />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      )}
      {(!isPhone || isOpen) && <PlaceFilters {...props} />}
    </div>
  );
}

function PlaceFilters({ automation, runs, filter, onFilter }: RunFiltersProps) {
  const t = useText("runs");
  const steps = useSteps(automation, runs, filter.nodeId);
  const versions = Math.max(automation?.version ?? 1, filter.version ?? 1);
  return (
    <>
      <Select
        className={styles["step"]}
        label={t("columns.step")}
        hideLabel
        value={filter.nodeId ?? EVERY}
        onValueChange={(nodeId) => onFilter({ ...filter, nodeId: nodeId === EVERY ? null : nodeId })}
        options={[{ value: EVERY, label: t("allSteps") }, ...steps]}
      />
      {versions > 1 && (
        <Select
          className={styles["filter"]}
          label={t("columns.version")}
          hideLabel
          value={String(filter.version ?? EVERY)}
          onValueChange={(version) => onFilter({ ...filter, version: version === EVERY ? null : Number(version) })}
          options={[
            { value: EVERY, label: t("allVersions") },
            ...Array.from({ length: versions }, (_, index) => {
              const version = versions - index;
              return { value: String(version), label: t("versionOf", { version }) };
            }),
          ]}
        />
      )}
    </>
  );
}

/** Where runs wait, act or fail, by the stored version's names first; the step asked for is among them, known or not. */
function useSteps(automation: Automation | undefined, runs: readonly AutomationRun[], asked: string | null) {
  const t = useText("runs");
  const ran = useRanVersions(automation?.id ?? "", runs, automation?.version);
  const names = new Map<string, string>();
  for (const definition of [automation?.graphDefinition, ...ran.values()])
    for (const node of definition?.nodes ?? [])
      if (!names.has(node.id) && (node.id === asked || !AT_THE_ENDS.has(node.type))) names.set(node.id, stepName(node));
  if (asked !== null && !names.has(asked)) names.set(asked, t("unknownStep"));
  return [...names].map(([value, label]) => ({ value, label }));
}

/** Ends are called alike, and nothing is ever to be done there. */
const AT_THE_ENDS: ReadonlySet<string> = new Set(["trigger", "end"]);
