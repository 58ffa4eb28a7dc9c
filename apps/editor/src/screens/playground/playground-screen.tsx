import { useCallback, useEffect, useState } from "react";
import type { Draft } from "../../document/draft/draft.ts";
import { holdsLink, linkOf, readLink, type LinkFailure } from "../../document/draft/link.ts";
import { newKeyOf, newPlaceOf, readEntry, type JournalEntry } from "../../features/drafts/journal.ts";
import { chooseNewKey, newKey } from "../../features/drafts/new-key.ts";
import { useText } from "../../i18n/use-text.ts";
import { BuilderSkeleton } from "../builder/builder-skeleton.tsx";
import { HERE } from "./here.ts";
import { OpenedDraft } from "./opened-draft.tsx";

interface Opened {
  key: string;
  /** What was opened; null for what the device keeps under the key. */
  draft: Draft | null;
}

/**
 * One draft a tab. A link, a file or a template never takes the place of a draft: it becomes another one, and the draft
 * before stays among those that the device keeps.
 */
export function PlaygroundScreen() {
  const [opened, setOpened] = useState<Opened>(() => ({ key: newKey(false), draft: null }));
  const open = useCallback((draft: Draft) => setOpened({ key: newKey(true), draft }), []);
  const openKept = useCallback(({ place }: JournalEntry) => {
    const key = newKeyOf(place);
    chooseNewKey(key);
    setOpened({ key, draft: null });
  }, []);
  const { reading, failure, dismiss } = useLinks(open);
  if (reading) return <BuilderSkeleton />;
  const { key, draft } = opened;
  return (
    <OpenedDraft
      key={key}
      place={newPlaceOf(HERE, key)}
      draft={draft}
      failure={failure}
      onDismiss={dismiss}
      onOpen={open}
      onOpenKept={openKept}
    />
  );
}

/** Opens what the address holds, now and whenever somebody follows another link in this tab. */
function useLinks(open: (draft: Draft) => void) {
  const t = useText("automations");
  const name = t("importedName");
  const [reading, setReading] = useState(() => holdsLink(window.location.hash));
  const [failure, setFailure] = useState<LinkFailure | null>(null);
  useEffect(() => {
    let wanted = true;
    const take = async (): Promise<void> => {
      const { hash } = window.location;
      if (!holdsLink(hash)) return;
      const linked = await readLink(hash, name);
      const mine = await readEntry(newPlaceOf(HERE, newKey(false)));
      const isMine = mine !== null && (await linkOf(mine.draft)) === hash;
      if (!wanted) return;
      setFailure(linked.ok ? null : linked.reason);
      if (linked.ok) {
        forgetLink();
        if (!isMine) open(linked.draft);
      }
      setReading(false);
    };
    const onHash = (): void => void take();
    onHash();
    window.addEventListener("hashchange", onHash);
    return () => {
      wanted = false;
      window.removeEventListener("hashchange", onHash);
    };
  }, [open, name]);
  const dismiss = (): void => {
    forgetLink();
    setFailure(null);
  };
  return { reading, failure, dismiss };
}

/** What is edited from here on is no longer what the link says. */
const forgetLink = (): void =>
  window.history.replaceState(window.history.state, "", window.location.pathname + window.location.search);
