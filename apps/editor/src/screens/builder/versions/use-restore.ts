import type { Automation } from "@trilho/api-client";
import { draftOf } from "../../../document/draft/draft.ts";
import type { useDraft } from "../../../document/draft/use-draft.ts";
import { useText } from "../../../i18n/use-text.ts";
import { toast } from "../../../ui/dialogs/toast.ts";
import type { useReview } from "../review/use-review.ts";

type Edited = Pick<ReturnType<typeof useDraft>, "base" | "takeMerged">;

/** Makes a version the draft again, as one step that can be undone, of which the history will say what it was. */
export function useRestore(
  { base, takeMerged }: Edited,
  { proposeNote }: Pick<ReturnType<typeof useReview>, "proposeNote">,
) {
  const t = useText("history");
  return (version: Automation): void => {
    const draft = draftOf(version);
    takeMerged(base ?? version, draft);
    proposeNote(draft, t("restoredNote", { version: version.version }));
    toast.success(t("restored", { version: version.version }), { description: t("restoredHint") });
  };
}
