import { useState } from "react";
import { useUsers } from "../../data/reference.ts";
import { userChoices } from "../../describe/choices.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Combobox } from "../../ui/fields/combobox.tsx";
import { MultiCombobox } from "../../ui/fields/multi-combobox.tsx";
import { useLast } from "../../ui/use-last.ts";
import styles from "./labels-dialog.module.css";
import type { Row } from "./filter.ts";
import { useBulk } from "../../features/switching/use-bulk.ts";

interface LabelsDialogProps {
  /** Null while it is closed. */
  rows: readonly Row[] | null;
  /** All labels that automations have. */
  labels: readonly string[];
  onClose: () => void;
}

/** Labels and owner of one automation, or of many: then what all of them have in common. */
export function LabelsDialog({ rows, labels, onClose }: LabelsDialogProps) {
  const t = useText("glance");
  const shown = useLast(rows);
  const [first] = shown ?? [];
  const isOne = shown?.length === 1;
  return (
    <Dialog
      open={rows !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t("labels.title")}
      description={isOne ? first?.automation.name : t("labels.many", { count: shown?.length ?? 0 })}
    >
      {shown !== null && (
        <LabelsForm
          key={shown.map(({ automation }) => automation.id).join(" ")}
          rows={shown}
          labels={labels}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

function LabelsForm({ rows, labels, onClose }: LabelsDialogProps & { rows: readonly Row[] }) {
  const t = useText("glance");
  const users = useUsers();
  const { send, busy } = useBulk();
  const { shared, some, owner } = inCommon(rows);
  const [chosen, setChosen] = useState<readonly string[]>(shared);
  const [made, setMade] = useState<readonly string[]>([]);
  const [ownerId, setOwnerId] = useState(owner);
  const meant = rows.map(({ automation: { id, name } }) => ({ id, name }));
  function save(): void {
    const addLabels = chosen.filter((label) => !shared.includes(label));
    const removeLabels = shared.filter((label) => !chosen.includes(label));
    const body = {
      ...(addLabels.length > 0 && { addLabels }),
      ...(removeLabels.length > 0 && { removeLabels }),
      ...(ownerId !== null && ownerId !== owner && { ownerId }),
    };
    onClose();
    if (Object.keys(body).length === 0) return;
    const back = { addLabels: removeLabels, removeLabels: addLabels };
    // An owner is handed back where all had the same; labels where none of what was put on was there before.
    const canUndo = (ownerId === owner || owner !== null) && addLabels.every((label) => !some.has(label));
    send(body, meant, (changed) => ({
      words: t("labels.done", { count: changed.length }),
      undo: canUndo
        ? () =>
            send({ ...back, ...(owner !== null && { ownerId: owner }) }, changed, () => ({
              words: t("labels.undone", { count: changed.length }),
              undo: null,
            }))
        : null,
    }));
  }
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <MultiCombobox
        label={t("labels.labels")}
        hint={rows.length > 1 && some.size > 0 ? t("labels.others") : undefined}
        options={[...new Set([...labels, ...made])].map((label) => ({ value: label, label }))}
        value={chosen}
        onValueChange={setChosen}
        placeholder={t("labels.placeholder")}
        creation={{
          label: (name) => t("labels.create", { name }),
          create: (name) => {
            const label = name.slice(0, MAX_LENGTH);
            setMade((before) => [...before, label]);
            return Promise.resolve(label);
          },
        }}
      />
      <Combobox
        label={t("labels.owner")}
        options={userChoices(users.data ?? []).filter(({ inactive, value }) => inactive !== true || value === ownerId)}
        loading={users.isPending}
        value={ownerId}
        onValueChange={(value) => value !== null && setOwnerId(value)}
        placeholder={rows.length > 1 ? t("labels.severalOwners") : t("labels.noOwner")}
      />
      <div className={styles["buttons"]}>
        <Button onClick={onClose}>{t("labels.cancel")}</Button>
        <Button type="submit" variant="primary" loading={busy}>
          {t("labels.save")}
        </Button>
      </div>
    </form>
  );
}

const MAX_LENGTH = 40;

/** Labels that all have, those that only some have, and the owner where all have the same. */
function inCommon(rows: readonly Row[]): { shared: string[]; some: ReadonlySet<string>; owner: string | null } {
  const counts = new Map<string, number>();
  for (const { automation } of rows)
    for (const label of automation.labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  const owners = new Set(rows.map(({ automation }) => automation.owner?.id ?? null));
  const [owner = null] = owners;
  const isShared = ([, count]: [string, number]): boolean => count === rows.length;
  return {
    shared: [...counts].filter(isShared).map(([label]) => label),
    some: new Set([...counts].filter((entry) => !isShared(entry)).map(([label]) => label)),
    owner: owners.size === 1 ? owner : null,
  };
}
