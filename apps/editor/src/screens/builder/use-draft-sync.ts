import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { useClient } from "../../data/client-provider.tsx";
import { draftOf, type Draft } from "../../document/draft/draft.ts";
import type { Synced } from "../../document/draft/synced.ts";
import type { useDraft } from "../../document/draft/use-draft.ts";
import type { DraftSync, DraftSyncState } from "../../features/drafts/draft-sync.ts";
import { text } from "../../i18n/use-text.ts";
import { toast } from "../../ui/dialogs/toast.ts";

const NOTHING = createStore<DraftSyncState | null>()(() => null);

interface Shared {
  edited: ReturnType<typeof useDraft>;
  /** The service's draft that this page opened with. */
  opened: Synced | undefined;
  /** False while another tab edits, and for what is not stored. */
  active: boolean;
}

/** Shares the draft with all who edit the automation, through its service. Null until that has begun. */
export function useDraftSync({ edited, opened, active }: Shared) {
  const client = useClient();
  const [sync, setSync] = useState<DraftSync | null>(null);
  const latest = useRef(edited);
  const synced = useRef(opened);
  useEffect(() => {
    latest.current = edited;
  });
  const id = edited.base?.id ?? null;
  useEffect(() => {
    if (!active || id === null) return;
    let isOver = false;
    let begun: DraftSync | null = null;
    const current = () => {
      const { base, draft, dirty } = latest.current;
      if (base === null) throw new Error("What is stored has a base.");
      return { base, draft, dirty };
    };
    const begin = async (): Promise<void> => {
      // Neither is needed for the first picture.
      const parts = Promise.all([
        import("../../features/drafts/draft-sync.ts"),
        import("../../features/compare/merge.ts"),
      ]);
      const [{ DraftSync: Sync }, { mergeDrafts }] = await parts;
      if (isOver) return;
      begun = new Sync({
        client: client.automations,
        synced: synced.current ?? { revision: null, content: draftOf(current().base) },
        current,
        merge: (from, mine, theirs) => mergeDrafts(from, mine, theirs, new Map()),
        onMerged(base, draft, by) {
          latest.current.follow(base, draft);
          const words =
            by === null
              ? text("automation", "sharedDraft.merged")
              : text("automation", "sharedDraft.mergedBy", { name: by });
          toast(words);
        },
        onGone(stored) {
          const { base, dirty, discardRestored, openStored } = latest.current;
          // What was published is there still; what somebody threw away can be taken back.
          if (dirty && stored.version === base?.version) discardRestored(stored, draftOf(stored));
          else openStored(stored);
        },
      });
      begun.state.subscribe((state) => void (synced.current = state.synced));
      setSync(begun);
    };
    // Without this code the draft is kept on the device alone, as it was before.
    begin().catch(() => setSync(null));
    return () => {
      isOver = true;
      begun?.close();
      setSync(null);
    };
  }, [client, id, active]);
  useEffect(() => sync?.changed());
  const state = useStore(sync?.state ?? NOTHING);
  /** What a person left behind for good is nobody's draft any more. */
  const discard = async (): Promise<void> => {
    const revision = state?.synced.revision;
    if (id !== null && typeof revision === "string") await client.automations.discardDraft(id, { revision });
  };
  return { state, discard, resolve: (merged: Draft) => sync?.resolve(merged) };
}
