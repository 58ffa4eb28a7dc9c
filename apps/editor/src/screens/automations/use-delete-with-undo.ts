import type { Automation } from "@trilho/api-client";
import { useQueryClient } from "@tanstack/react-query";
import { toast } from "../../ui/dialogs/toast.ts";
import { useClient } from "../../data/client-provider.tsx";
import { commitDelete, deleteLater, undoDelete } from "../../data/delete-later.ts";
import { describeError } from "../../data/failures/describe-error.ts";
import { useText } from "../../i18n/use-text.ts";

const UNDO_MS = 8_000;

/** Hides an automation and deletes it when its toast is gone; until then, the toast's button takes it back. */
export function useDeleteWithUndo(): (automation: Pick<Automation, "id" | "name">) => void {
  const t = useText("automations");
  const client = useClient();
  const queries = useQueryClient();
  return (automation) => {
    const { id, name } = automation;
    const commit = () => {
      commitDelete(id).catch((error: unknown) => {
        const { title, advice } = describeError(error);
        toast.error(t("deleteFailed", { name }), { description: `${title}. ${advice}` });
      });
    };
    deleteLater(automation, client, queries);
    toast(t("deleted", { name }), {
      description: t("deletedHint"),
      duration: UNDO_MS,
      action: { label: t("undo"), onClick: () => void undoDelete(id) },
      onAutoClose: commit,
      onDismiss: commit,
    });
  };
}
