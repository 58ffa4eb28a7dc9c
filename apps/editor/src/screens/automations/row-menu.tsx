import type { Automation } from "@trilho/api-client";
import { Copy, Download, Ellipsis, History, PencilLine, Trash2 } from "lucide-react";
import { useRef } from "react";
import { toast } from "../../ui/dialogs/toast.ts";
import { useCreateAutomation } from "../../data/automations.ts";
import { describeError } from "../../data/describe-error.ts";
import { downloadFile, fileName } from "../../browser/files.ts";
import { useText } from "../../i18n/use-text.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/dialogs/menu.tsx";
import { bodyOf, draftOf } from "../../document/draft/draft.ts";
import { navigate } from "../../browser/location.ts";
import { toJson } from "../../document/draft/transfer.ts";
import { useDeleteWithUndo } from "./use-delete-with-undo.ts";

interface RowMenuProps {
  automation: Automation;
  onSecret: (secret: string) => void;
}

export function RowMenu({ automation, onSecret }: RowMenuProps) {
  const t = useText("automations");
  const duplicate = useDuplicate(onSecret);
  const remove = useDeleteWithUndo();
  const { name } = automation;
  const trigger = useRef<HTMLButtonElement>(null);
  /** The row goes, and the focus with it: who works by keyboard goes on at its neighbour. */
  const removeRow = () => {
    const row = trigger.current?.closest("tr");
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
    remove(automation);
    requestAnimationFrame(() => neighbour?.querySelector("a")?.focus());
  };
  const path = `/automations/${encodeURIComponent(automation.id)}`;
  return (
    <Menu
      trigger={<IconButton ref={trigger} label={t("more", { name })} icon={<Ellipsis />} />}
      items={[
        { label: t("open"), icon: <PencilLine />, onSelect: () => navigate(path) },
        { label: t("runs"), icon: <History />, onSelect: () => navigate(`${path}/runs`) },
        null,
        { label: t("duplicate"), icon: <Copy />, onSelect: () => duplicate(automation) },
        {
          label: t("export"),
          icon: <Download />,
          onSelect: () =>
            downloadFile(fileName(name, "json"), new Blob([toJson(automation)], { type: "application/json" })),
        },
        null,
        { label: t("delete"), icon: <Trash2 />, danger: true, onSelect: () => removeRow() },
      ]}
    />
  );
}

const MAX_NAME = 255;

/** As much as is allowed, without half of a character at the end. */
const cut = (name: string): string => name.slice(0, MAX_NAME).replace(/[\uD800-\uDBFF]$/, "");

/** Stores a copy that is off, so that nothing runs twice by accident. */
function useDuplicate(onSecret: (secret: string) => void): (automation: Automation) => void {
  const t = useText("automations");
  const create = useCreateAutomation();
  return (automation) => {
    const name = cut(t("duplicateName", { name: automation.name }));
    create.mutate(
      { ...bodyOf(draftOf(automation)), name, enabled: false },
      {
        onSuccess: (copy) => {
          if (copy.secret) onSecret(copy.secret);
          toast.success(t("duplicated", { name }), {
            action: { label: t("open"), onClick: () => navigate(`/automations/${encodeURIComponent(copy.id)}`) },
          });
        },
        onError: (error) => {
          const { title, advice } = describeError(error);
          toast.error(t("duplicateFailed", { name: automation.name }), { description: `${title}. ${advice}` });
        },
      },
    );
  };
}
