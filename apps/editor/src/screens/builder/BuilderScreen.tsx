import { useEffect, useState } from "react";
import { useAutomation } from "../../data/automations.ts";
import { useText } from "../../i18n/useText.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { navigate } from "../location.ts";
import { ConnectAgain } from "../shell/ConnectAgain.tsx";
import { Shell } from "../shell/Shell.tsx";
import { Builder } from "./Builder.tsx";
import { BuilderSkeleton } from "./BuilderSkeleton.tsx";
import { blankDraft, draftOf } from "./draft.ts";
import { forgetHandedOver, handedOver } from "./handedOver.ts";
import type { JournalEntry } from "./journal.ts";
import { useAbandoned } from "./useJournal.ts";

/** `id` is "new" for an automation that is not stored yet; pushing it gives it its address and keeps its history. */
export function BuilderScreen({ id }: { id: string }) {
  const [pushedAs, setPushedAs] = useState<string | null>(null);
  if (id !== "new" && id !== pushedAs) return <StoredBuilder key={id} id={id} />;
  return (
    <NewBuilder
      onCreated={(created) => {
        setPushedAs(created);
        navigate(`/automations/${encodeURIComponent(created)}`, { replace: true, force: true });
      }}
    />
  );
}

function NewBuilder({ onCreated }: { onCreated: (id: string) => void }) {
  const t = useText("automation");
  const [handed] = useState(handedOver);
  // The next new automation starts blank.
  useEffect(() => forgetHandedOver, []);
  const left = useAbandoned("new", handed === null);
  if (left === undefined) return <BuilderSkeleton />;
  const initial = left ?? { base: null, draft: handed ?? blankDraft(t("newName")) };
  return <Builder initial={{ ...initial, ...originOf(left, handed === null) }} onCreated={onCreated} />;
}

const originOf = (left: JournalEntry | null, untouched: boolean) =>
  left === null ? { untouched } : { untouched: false, restoredFrom: left.savedAt };

function StoredBuilder({ id }: { id: string }) {
  const t = useText("automation");
  const common = useText("common");
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useAutomation(id);
  const left = useAbandoned(id, true);
  if (data !== undefined && left !== undefined && (isFetchedAfterMount || error !== null)) {
    const initial = left ?? { base: data, draft: draftOf(data) };
    return <Builder initial={{ ...initial, ...originOf(left, true) }} onCreated={openCreated} />;
  }
  if (error === null) return <BuilderSkeleton />;
  return (
    <Shell title={t("back")}>
      <ErrorState
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
        action={
          <>
            <ConnectAgain error={error} />
            <Button onClick={() => navigate("/")}>{common("notFound.back")}</Button>
          </>
        }
      />
    </Shell>
  );
}

/** A stored automation that was deleted meanwhile and pushed as a new one. */
const openCreated = (created: string): void =>
  navigate(`/automations/${encodeURIComponent(created)}`, { replace: true, force: true });
