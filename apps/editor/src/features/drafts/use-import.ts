import { toast } from "../../ui/dialogs/toast.ts";
import { useText } from "../../i18n/use-text.ts";
import type { Draft } from "../../document/draft/draft.ts";
import { openInBuilder } from "../../document/draft/pending-draft.ts";
import { fromJson, MAX_IMPORT_BYTES, type Import } from "../../document/draft/transfer.ts";

/** Reads an automation from a JSON file and hands it on, whatever is wrong with it; says why a file holds none. */
export function useFileReader(onDraft: (draft: Draft) => void): (file: File) => Promise<void> {
  const t = useText("automations");
  return async (file) => {
    const read: Import =
      file.size > MAX_IMPORT_BYTES
        ? { ok: false, reason: "importTooBig" }
        : fromJson(await file.text(), t("importedName"));
    if (read.ok) onDraft(read.draft);
    else toast.error(t("importFailed"), { description: t(read.reason) });
  };
}

/** Asks for a JSON file and opens it in the builder, unsaved: whatever is wrong with it shows there. */
export function useImport(onDraft: (draft: Draft) => void = openInBuilder): () => void {
  const take = useFileReader(onDraft);
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
