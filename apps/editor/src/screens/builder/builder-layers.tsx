import type { Automation } from "@trilho/api-client";
import { draftOf, type Draft } from "../../document/draft/draft.ts";
import type { DraftClash } from "../../features/drafts/draft-sync.ts";
import type { useDraft } from "../../document/draft/use-draft.ts";
import type { useLookup } from "../../describe/use-lookup.ts";
import { useText } from "../../i18n/use-text.ts";
import { toast } from "../../ui/dialogs/toast.ts";
import { CompareLayer, MergeLayer, VersionLayer } from "./lazy-layers.tsx";

/** What is laid over the editor: its document stays as it is below. */
export type Layer =
  | {
      kind: "compare" | "merge";
      theirs: Automation;
      /** Of two versions that are compared, the second; without it, that is the draft. */
      after?: { version: number; draft: Draft };
    }
  | { kind: "version"; version: Automation }
  | { kind: "clash"; clash: DraftClash };

interface BuilderLayersProps {
  layer: Layer;
  edited: ReturnType<typeof useDraft>;
  names: ReturnType<typeof useLookup>;
  locked: boolean;
  onPublish: () => void;
  onMerge: (theirs: Automation) => void;
  /** What was decided about a draft that somebody else changed as well. */
  onResolve: (merged: Draft) => void;
  onRestore: (version: Automation) => void;
  onClose: () => void;
}

/** The stored version beside the draft, or merged with it. */
export function BuilderLayers({
  layer,
  edited,
  names,
  locked,
  onPublish,
  onMerge,
  onResolve,
  onRestore,
  onClose,
}: BuilderLayersProps) {
  const t = useText("automation");
  const compared = useText("compare");
  const { base, draft, dirty } = edited;
  if (layer.kind === "version") {
    const { version } = layer;
    const restore = (): void => {
      onClose();
      onRestore(version);
    };
    const isOld = version.version !== base?.version;
    return <VersionLayer {...{ version, names, onClose }} onRestore={isOld && !locked ? restore : null} />;
  }
  if (layer.kind === "clash") {
    const { from, theirs, by } = layer.clash;
    return (
      <MergeLayer
        base={from}
        mine={draft}
        theirs={theirs}
        title={by === null ? compared("merging.draft") : compared("merging.draftBy", { name: by })}
        description={compared("merging.draftDescription")}
        names={names}
        onApply={(merged) => {
          onResolve(merged);
          onClose();
        }}
        onClose={onClose}
      />
    );
  }
  const { kind, theirs, after } = layer;
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
      base={draftOf(base)}
      mine={draft}
      theirs={draftOf(theirs)}
      title={compared("merging.title", { version: theirs.version })}
      description={compared("merging.description", { base: base.version })}
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
