import type { Automation } from "@trilho/api-client";
import { useEffect, useMemo, useState } from "react";
import { useAutomation } from "../../data/automations.ts";
import { useStoredDraft, type StoredDraft } from "../../data/drafts.ts";
import { failureOf } from "../../data/failures/failure.ts";
import { useSession } from "../../data/session.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/loading/error-state.tsx";
import { navigate } from "../../browser/location.ts";
import { ConnectAgain } from "../../ui/loading/connect-again.tsx";
import { Shell } from "../shell/shell.tsx";
import { Builder } from "./builder.tsx";
import { BuilderSkeleton } from "./builder-skeleton.tsx";
import { blankDraft } from "../../document/draft/draft.ts";
import { forgetPendingDraft, pendingDraft } from "../../document/draft/pending-draft.ts";
import { newPlaceOf, placeOf, type JournalEntry } from "../../features/drafts/journal.ts";
import { chooseNewKey, forgetNewKey, newKey } from "../../features/drafts/new-key.ts";
import { initialOf, storedInitial, type Opening } from "./opening.ts";
import { useEntry } from "../../features/drafts/use-entry.ts";
import { usePresence } from "../../features/drafts/use-presence.ts";

/** `id` is "new" for an automation that is not stored yet; publishing it gives it its address and keeps its history. */
export function BuilderScreen({ id }: { id: string }) {
  const [publishedAs, setPublishedAs] = useState<string | null>(null);
  if (id !== "new" && id !== publishedAs) return <StoredBuilder key={id} id={id} />;
  return (
    <NewBuilder
      createdId={publishedAs}
      onCreated={(created) => {
        setPublishedAs(created);
        navigate(`/automations/${encodeURIComponent(created)}`, { replace: true, force: true });
      }}
      onLost={() => setPublishedAs(null)}
    />
  );
}

interface NewBuilderProps {
  /** Once it was published. */
  createdId: string | null;
  onCreated: (id: string) => void;
  /** Another tab goes on with it. */
  onLost: () => void;
}

function NewBuilder({ createdId, onCreated, onLost }: NewBuilderProps) {
  const t = useText("automation");
  const baseUrl = useSession()?.baseUrl ?? "";
  const [pending] = useState(pendingDraft);
  const [key] = useState(() => newKey(pending !== null));
  // The next new automation starts blank; the same page loaded again goes on with this one.
  useEffect(() => forgetPendingDraft, []);
  useEffect(() => {
    if (createdId === null) chooseNewKey(key);
    return forgetNewKey;
  }, [key, createdId]);
  const place = createdId === null ? newPlaceOf(baseUrl, key) : placeOf(baseUrl, createdId);
  const presence = usePresence(place);
  const { role } = presence;
  useEffect(() => {
    if (createdId !== null && role === "elsewhere") onLost();
  }, [createdId, role, onLost]);
  const [firstPlace] = useState(place);
  const entry = useEntry(firstPlace, true);
  if (entry === undefined) return <BuilderSkeleton />;
  const initial =
    entry === null
      ? { base: null, draft: pending ?? blankDraft(t("newName")), untouched: pending === null }
      : initialOf(entry);
  return <Builder initial={initial} place={place} presence={presence} onCreated={onCreated} />;
}

function StoredBuilder({ id }: { id: string }) {
  const baseUrl = useSession()?.baseUrl ?? "";
  const place = placeOf(baseUrl, id);
  const presence = usePresence(place);
  if (presence.role === "asking") return <BuilderSkeleton />;
  // What another tab did meanwhile is read anew.
  return <OpenedBuilder key={`${presence.role} ${presence.turn}`} id={id} place={place} presence={presence} />;
}

interface OpenedProps {
  id: string;
  place: string;
  presence: ReturnType<typeof usePresence>;
}

function OpenedBuilder({ id, place, presence }: OpenedProps) {
  const isEditor = presence.role === "editor";
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useAutomation(id);
  const entry = useEntry(place, isEditor);
  const shared = useStoredDraft(id);
  const isAnswered = (isFetchedAfterMount || error !== null) && !shared.isPending;
  const found = useMemo(
    () => (entry === undefined || !isAnswered ? null : openingOf(data, error, entry, shared.data ?? null)),
    [data, error, entry, isAnswered, shared.data],
  );
  // What is edited stays open whatever the server answers later; what is only read follows.
  const [kept, keep] = useState(found);
  if (found !== null && kept === null) keep(found);
  const opened = isEditor ? (kept ?? found) : (found ?? kept);
  if (opened !== null) {
    return (
      <Builder
        initial={opened}
        place={place}
        presence={presence}
        deleted={opened.deleted}
        onCreated={(created) => navigate(`/automations/${encodeURIComponent(created)}`, { replace: true, force: true })}
      />
    );
  }
  if (entry === undefined || !isAnswered || error === null) return <BuilderSkeleton />;
  return <NotOpened error={error} entry={entry} retrying={isFetching} onRetry={() => void refetch()} />;
}

/** With what is stored, or else with the draft alone; null where neither can be opened. */
function openingOf(
  data: Automation | undefined,
  error: unknown,
  entry: JournalEntry | null,
  shared: StoredDraft | null,
): (Opening & { deleted: boolean }) | null {
  if (data !== undefined) return { ...storedInitial(data, entry, shared), deleted: false };
  if (entry === null || !opensWithout(error)) return null;
  return { ...initialOf(entry), deleted: failureOf(error).kind === "notFound" };
}

/** A draft can be gone on with although what is stored cannot be had; a key that may not read it must be fixed first. */
const opensWithout = (error: unknown): boolean => failureOf(error).remedy !== "reconnect";

interface NotOpenedProps {
  error: unknown;
  entry: JournalEntry | null;
  retrying: boolean;
  onRetry: () => void;
}

function NotOpened({ error, entry, retrying, onRetry }: NotOpenedProps) {
  const t = useText("automation");
  const common = useText("common");
  return (
    <Shell title={t("back")}>
      <ErrorState
        error={error}
        onRetry={onRetry}
        retrying={retrying}
        action={
          <>
            <ConnectAgain error={error} />
            <Button onClick={() => navigate("/")}>{common("notFound.back")}</Button>
            {entry !== null && <p>{t("restored.waits")}</p>}
          </>
        }
      />
    </Shell>
  );
}
