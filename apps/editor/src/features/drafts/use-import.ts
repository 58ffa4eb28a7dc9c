import { toast } from "../../ui/dialogs/toast.ts";
import { useText } from "../../i18n/use-text.ts";
import { leaveDraft } from "../../document/draft/pending-draft.ts";
import { navigate } from "../../browser/location.ts";
import { fromJson, MAX_IMPORT_BYTES, type Import } from "../../document/draft/transfer.ts";

/** Asks for a JSON file and opens it in the builder, unsaved: whatever is wrong with it shows there. */
export function useImport(): () => void {
  const t = useText("automations");
  async function take(file: File) {
    const read: Import =
      file.size > MAX_IMPORT_BYTES
        ? { ok: false, reason: "importTooBig" }
        : fromJson(await file.text(), t("importedName"));
    if (!read.ok) {
      toast.error(t("importFailed"), { description: t(read.reason) });
      return;
    }
    leaveDraft(read.draft);
    navigate("/automations/new");
  }
  return () => {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = ".json,application/json";
    input.addEventListener("change", () => {
      const [file] = input.files ?? [];
      if (file) void take(file);
    });
    input.click();
  };
}
