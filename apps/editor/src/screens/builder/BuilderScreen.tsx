import { useState } from "react";
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

/** `id` is "new" for an automation that is not stored yet; pushing it gives it its address and keeps its history. */
export function BuilderScreen({ id }: { id: string }) {
  const [pushedAs, setPushedAs] = useState<string | null>(null);
  if (id !== "new" && id !== pushedAs) return <StoredBuilder key={id} id={id} />;
  return (
    <NewBuilder
      onCreated={(created) => {
        forgetHandedOver();
        setPushedAs(created);
        navigate(`/automations/${encodeURIComponent(created)}`, { replace: true, force: true });
      }}
    />
  );
}

function NewBuilder({ onCreated }: { onCreated: (id: string) => void }) {
  const t = useText("automation");
  const [initial] = useState(() => {
    const draft = handedOver();
    return { base: null, draft: draft ?? blankDraft(t("newName")), untouched: draft === null };
  });
  return <Builder initial={initial} onCreated={onCreated} />;
}

function StoredBuilder({ id }: { id: string }) {
  const t = useText("automation");
  const common = useText("common");
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useAutomation(id);
  if (data !== undefined && (isFetchedAfterMount || error !== null)) {
    return <Builder initial={{ base: data, draft: draftOf(data), untouched: true }} onCreated={openCreated} />;
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
