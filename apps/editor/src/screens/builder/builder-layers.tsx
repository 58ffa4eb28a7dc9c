import type { Automation } from "@trilho/api-client";
import type { Draft } from "../../document/draft/draft.ts";
import type { useDraft } from "../../document/draft/use-draft.ts";
import type { useLookup } from "../../describe/use-lookup.ts";
import { useText } from "../../i18n/use-text.ts";
import { toast } from "../../ui/dialogs/toast.ts";
import { CompareLayer, MergeLayer } from "./lazy-layers.tsx";

/** What is laid over the editor: its document stays as it is below. */
export interface Layer {
  kind: "compare" | "merge";
  theirs: Automation;
  /** Of two versions that are compared, the second; without it, that is the draft. */
  after?: { version: number; draft: Draft };
}

interface BuilderLayersProps {
  layer: Layer;
  edited: ReturnType<typeof useDraft>;
  names: ReturnType<typeof useLookup>;
  locked: boolean;
  onPublish: () => void;
  onMerge: (theirs: Automation) => void;
  onClose: () => void;
}

/** The stored version beside the draft, or merged with it. */
export function BuilderLayers({ layer, edited, names, locked, onPublish, onMerge, onClose }: BuilderLayersProps) {
  const t = useText("automation");
  const { kind, theirs, after } = layer;
  const { base, draft, dirty } = edited;
  if (kind === "compare") {
    return (
      <CompareLayer
        before={theirs}
        after={after?.draft ?? draft}
        version={after?.version}
        names={names}
        canPublish={!locked && dirty && !after && base?.version === theirs.version}
        onPublish={() => {
          onClose();
          onPublish();
        }}
        onMerge={base !== null && !after && base.version < theirs.version ? () => onMerge(theirs) : null}
        onClose={onClose}
      />
    );
  }
  if (base === null) return null;
  return (
    <MergeLayer
      base={base}
      mine={draft}
      theirs={theirs}
      names={names}
      onApply={(merged) => {
        edited.takeMerged(theirs, merged);
        onClose();
        toast.success(t("merged", { version: theirs.version }), { description: t("mergedHint") });
      }}
      onClose={onClose}
    />
  );
}
