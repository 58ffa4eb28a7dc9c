import { copyText } from "../../browser/files.ts";
import type { Draft } from "../../document/draft/draft.ts";
import { linkOf } from "../../document/draft/link.ts";
import { text } from "../../i18n/use-text.ts";
import { toast } from "../../ui/dialogs/toast.ts";

/** Copies a link that holds all of a draft, or says why there is none. */
export async function copyLink(draft: Draft): Promise<void> {
  const link = await linkOf(draft);
  if (link === null)
    return toast.error(text("playground", "notLinked"), { description: text("playground", "notLinkedText") });
  const { origin, pathname } = window.location;
  if (await copyText(origin + pathname + link))
    return toast.success(text("playground", "copied"), { description: text("playground", "copiedText") });
  window.history.replaceState(window.history.state, "", link);
  toast.error(text("playground", "notCopied"), { description: text("playground", "notCopiedText") });
}
