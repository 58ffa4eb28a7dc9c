import type { SimulationResult } from "@trilho/engine";
import { Copy, EllipsisVertical, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { formatDuration } from "../i18n/duration.ts";
import { useText } from "../i18n/useText.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { Menu } from "../ui/Menu.tsx";
import { TextField } from "../ui/TextField.tsx";
import type { Draft } from "./scenarios.ts";
import css from "./ScenarioBar.module.css";
import { STATUS_LOOK } from "./statusLook.ts";

interface Props {
  drafts: readonly Draft[];
  results: ReadonlyMap<string, SimulationResult>;
  current: Draft;
  onShow: (id: string) => void;
  onAdd: () => void;
  onDuplicate: () => void;
  onRename: (name: string) => void;
  onRemove: () => void;
}

/** The scenarios side by side, each with how it ends, and what can be done with them. */
export function ScenarioBar({ drafts, results, current, onShow, onAdd, onDuplicate, onRename, onRemove }: Props) {
  const t = useText("simulate");
  const [renaming, setRenaming] = useState(false);
  return (
    <div className={css.scenarios}>
      <ul className={css.scenarioList} aria-label={t("scenario.list")}>
        {drafts.map((draft) => (
          <li key={draft.id}>
            <ScenarioCard
              draft={draft}
              result={results.get(draft.id)}
              isCurrent={draft.id === current.id}
              onShow={() => onShow(draft.id)}
            />
          </li>
        ))}
        <li>
          <IconButton size="sm" label={t("scenario.add")} icon={<Plus />} onClick={onAdd} />
        </li>
        <li className={css.scenarioMenu}>
          <Menu
            trigger={
              <IconButton size="sm" label={t("scenario.options", { name: current.name })} icon={<EllipsisVertical />} />
            }
            items={[
              { label: t("scenario.rename"), icon: <Pencil />, onSelect: () => setRenaming(true) },
              { label: t("scenario.duplicate"), icon: <Copy />, onSelect: onDuplicate },
              null,
              {
                label: t("scenario.remove"),
                icon: <Trash2 />,
                danger: true,
                disabled: drafts.length === 1,
                onSelect: onRemove,
              },
            ]}
          />
        </li>
      </ul>
      {renaming ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            setRenaming(false);
          }}
        >
          <TextField
            label={t("scenario.name")}
            hideLabel
            value={current.name}
            maxLength={80}
            autoComplete="off"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person asked to rename it a moment ago
            autoFocus
            onValueChange={onRename}
            onBlur={() => setRenaming(false)}
            onKeyDown={(event) => {
              if (event.key === "Escape") setRenaming(false);
            }}
          />
        </form>
      ) : null}
    </div>
  );
}

interface CardProps {
  draft: Draft;
  result: SimulationResult | undefined;
  isCurrent: boolean;
  onShow: () => void;
}

function ScenarioCard({ draft, result, isCurrent, onShow }: CardProps) {
  const t = useText("simulate");
  const { tone, Icon } = STATUS_LOOK[result?.status ?? "queued"];
  const duration = result && result.durationMs >= 1000 ? formatDuration(result.durationMs / 1000, 1) : t("atOnce");
  return (
    <button
      type="button"
      className={css.scenario}
      aria-pressed={isCurrent}
      aria-label={t("scenario.said", { name: draft.name, status: t(`status.${result?.status ?? "queued"}`), duration })}
      onClick={onShow}
    >
      <span className={css.scenarioIcon} data-tone={tone}>
        <Icon size={14} aria-hidden="true" />
      </span>
      <span className={css.scenarioName}>{draft.name}</span>
      <span className={css.scenarioTime}>{duration}</span>
    </button>
  );
}
