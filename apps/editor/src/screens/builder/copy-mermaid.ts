import { copyText } from "../../browser/files.ts";
import { exitWord } from "../../describe/edge-text.ts";
import { accessibleName } from "../../describe/node-label.ts";
import { triggerText } from "../../describe/trigger.ts";
import { isDrawable } from "../../document/document.ts";
import type { Draft } from "../../document/draft/draft.ts";
import type { Lookup } from "../../document/lookup.ts";
import { text } from "../../i18n/use-text.ts";
import { toast } from "../../ui/dialogs/toast.ts";

/** Copies the drawing as text that wikis and tickets draw, with the names that the canvas shows. */
export async function copyMermaid({ definition, settings }: Draft, names: Lookup): Promise<void> {
  if (!isDrawable(definition)) return void toast.error(text("automation", "mermaidFailed"));
  const { toMermaid } = await import("@trilho/engine/formats");
  const node = (each: Parameters<typeof accessibleName>[0]) =>
    accessibleName(each, names, triggerText(settings.triggerType));
  const isCopied = await copyText(toMermaid(definition, { node, exit: exitWord }));
  if (isCopied) toast.success(text("common", "copied"));
  else toast.error(text("common", "copyFailed"));
}
