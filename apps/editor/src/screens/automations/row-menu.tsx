import { Copy, Download, Ellipsis, History, Pause, PencilLine, Play, Tags, Trash2 } from "lucide-react";
import { useRef } from "react";
import { toast } from "../../ui/dialogs/toast.ts";
import { useAskAutomation } from "../../data/automation-list.ts";
import { useCreateAutomation } from "../../data/automations.ts";
import { describeError, explainError } from "../../data/failures/describe-error.ts";
import { downloadFile, fileName } from "../../browser/files.ts";
import { useText } from "../../i18n/use-text.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/dialogs/menu.tsx";
import { bodyOf, draftOf } from "../../document/draft/draft.ts";
import { navigate } from "../../browser/location.ts";
import { toJson } from "../../document/draft/transfer.ts";
import { isPaused, type Row } from "./filter.ts";
import { useBulk } from "../../features/switching/use-bulk.ts";
import { useDeleteWithUndo } from "./use-delete-with-undo.ts";

interface RowMenuProps {
  row: Row;
  onSecret: (secret: string) => void;
  /** Null where the service has neither labels nor owners. */
  onLabels: (() => void) | null;
}

export function RowMenu({ row, onSecret, onLabels }: RowMenuProps) {
  const t = useText("automations");
  const duplicate = useDuplicate(onSecret);
  const remove = useDeleteWithUndo();
  const download = useDownload();
  const { act } = useBulk();
  const { automation } = row;
  const { id, name } = automation;
  const pause = isPaused(row) ? "resume" : "pause";
  const trigger = useRef<HTMLButtonElement>(null);
  /** The row goes, and the focus with it: who works by keyboard goes on at its neighbour. */
  const removeRow = () => {
    const line = trigger.current?.closest("tr");
    const neighbour = line?.nextElementSibling ?? line?.previousElementSibling;
    remove(automation);
    requestAnimationFrame(() => neighbour?.querySelector("a")?.focus());
  };
  const path = `/automations/${encodeURIComponent(id)}`;
  return (
    <Menu
      trigger={<IconButton ref={trigger} label={t("more", { name })} icon={<Ellipsis />} />}
      items={[
        { label: t("open"), icon: <PencilLine />, onSelect: () => navigate(path) },
        { label: t("runs"), icon: <History />, onSelect: () => navigate(`${path}/runs`) },
        null,
        ...(onLabels === null
          ? []
          : [
              {
                label: t(`${pause}Runs`),
                icon: pause === "pause" ? <Pause /> : <Play />,
                onSelect: () => act(pause, [{ id, name }]),
              },
              { label: t("labelsAndOwner"), icon: <Tags />, onSelect: onLabels },
              null,
            ]),
        { label: t("duplicate"), icon: <Copy />, onSelect: () => void duplicate(automation) },
        { label: t("export"), icon: <Download />, onSelect: () => void download(automation) },
        null,
        { label: t("delete"), icon: <Trash2 />, danger: true, onSelect: () => removeRow() },
      ]}
    />
  );
}

const MAX_NAME = 255;

/** As much as is allowed, without half of a character at the end. */
const cut = (name: string): string => name.slice(0, MAX_NAME).replace(/[\uD800-\uDBFF]$/, "");

type Meant = Row["automation"];

/** Stores a copy that is off, so that nothing runs twice by accident. */
function useDuplicate(onSecret: (secret: string) => void): (automation: Meant) => Promise<void> {
  const t = useText("automations");
  const ask = useAskAutomation();
  const create = useCreateAutomation();
  return async ({ id, name: original }) => {
    const name = cut(t("duplicateName", { name: original }));
    try {
      const copy = await create.mutateAsync({ ...bodyOf(draftOf(await ask(id))), name, enabled: false });
      if (copy.secret) onSecret(copy.secret);
      toast.success(t("duplicated", { name }), {
        action: { label: t("open"), onClick: () => navigate(`/automations/${encodeURIComponent(copy.id)}`) },
      });
    } catch (error) {
      const { title, advice } = describeError(error);
      toast.error(t("duplicateFailed", { name: original }), { description: `${title}. ${advice}` });
    }
  };
}

function useDownload(): (automation: Meant) => Promise<void> {
  const t = useText("automations");
  const ask = useAskAutomation();
  return async ({ id, name }) => {
    try {
      downloadFile(fileName(name, "json"), new Blob([toJson(await ask(id))], { type: "application/json" }));
    } catch (error) {
      toast.error(t("exportFailed", { name }), { description: explainError(error) });
    }
  };
}
