import { toast } from "../../ui/dialogs/toast.ts";
import { copyText, downloadFile, fileName } from "../../browser/files.ts";
import { text } from "../../i18n/use-text.ts";
import { jsonOf } from "./transfer.ts";
import type { Draft } from "./draft.ts";

export function downloadDraft(draft: Draft): void {
  downloadFile(fileName(draft.settings.name, "json"), new Blob([jsonOf(draft)], { type: "application/json" }));
}

export async function copyDraft(draft: Draft): Promise<void> {
  if (await copyText(jsonOf(draft))) toast.success(text("common", "copied"));
  else toast.error(text("common", "copyFailed"));
}
