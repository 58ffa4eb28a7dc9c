import { ApiError, type Automation, type FieldError } from "@trilho/api-client";
import { validateGraph, type Diagnostic } from "@trilho/engine";
import { useState } from "react";
import { toast } from "../../ui/toast.ts";
import { useCreateAutomation, useReplaceAutomation } from "../../data/automations.ts";
import { useClient } from "../../data/ClientProvider.tsx";
import { describeError } from "../../data/describeError.ts";
import { useText } from "../../i18n/useText.ts";
import { bodyOf, type Draft } from "./draft.ts";
import { settingsProblems } from "./settingsProblems.ts";

/** Why a push did not happen, where a person has to decide or mend something. */
export type PushIssue =
  | { kind: "settings" }
  | { kind: "graph"; problems: readonly Diagnostic[] }
  | { kind: "refused"; fieldErrors: readonly FieldError[] }
  | { kind: "conflict"; theirs: Automation }
  | { kind: "gone" };

interface PushOptions {
  /** Null for an automation that was never pushed. */
  base: Automation | null;
  draft: Draft;
  /** `pushed` is the draft that was sent; meanwhile the person may have gone on. */
  onPushed: (automation: Automation, pushed: Draft) => void;
}

export interface Push {
  /** Over `over` instead of the version the draft started from. */
  push: (over?: Automation) => Promise<void>;
  pushAsNew: () => Promise<void>;
  pushing: boolean;
  issue: PushIssue | null;
  /** Opens the choice between this draft and a newer version. */
  showConflict: (theirs: Automation) => void;
  dismiss: () => void;
}

/** Checks a draft and stores it. Nothing of another person is overwritten without a choice. */
export function usePush({ base, draft, onPushed }: PushOptions): Push {
  const t = useText("automation");
  const client = useClient();
  const create = useCreateAutomation();
  const replace = useReplaceAutomation();
  const [issue, setIssue] = useState<PushIssue | null>(null);
  const [pushing, setPushing] = useState(false);

  async function send(store: () => Promise<Automation>, id: string | null) {
    const problem = issueOf(draft);
    setIssue((before) => problem ?? (before?.kind === "conflict" ? before : null));
    if (problem !== null || pushing) return;
    setPushing(true);
    try {
      const automation = await store();
      setIssue(null);
      onPushed(automation, draft);
    } catch (error) {
      await explain(error, id);
    } finally {
      setPushing(false);
    }
  }

  async function explain(error: unknown, id: string | null) {
    if (error instanceof ApiError && error.fieldErrors.length > 0) {
      setIssue({ kind: "refused", fieldErrors: error.fieldErrors });
    } else if (id !== null && error instanceof ApiError && error.status === 404) {
      setIssue({ kind: "gone" });
    } else if (id !== null && error instanceof ApiError && error.code === "CONFLICT") {
      try {
        setIssue({ kind: "conflict", theirs: await client.automations.get(id) });
      } catch (failure) {
        setIssue(null);
        tell(failure);
      }
    } else {
      setIssue(null);
      tell(error);
    }
  }

  function tell(error: unknown) {
    const { title, advice, requestId } = describeError(error);
    const request = requestId === null ? "" : ` (${requestId})`;
    toast.error(`${t("pushFailed")}: ${title}`, { description: `${advice} ${t("kept")}${request}`, duration: 12_000 });
  }

  const pushAsNew = () => send(() => create.mutateAsync({ ...bodyOf(draft), enabled: false }), null);
  const push = async (over?: Automation) => {
    if (base === null) return pushAsNew();
    const baseVersion = (over ?? base).version;
    return send(() => replace.mutateAsync({ id: base.id, body: { ...bodyOf(draft), baseVersion } }), base.id);
  };
  return {
    push,
    pushAsNew,
    pushing,
    issue,
    showConflict: (theirs) => setIssue({ kind: "conflict", theirs }),
    dismiss: () => setIssue(null),
  };
}

/** What the server would refuse, found before asking it. */
function issueOf({ settings, definition }: Draft): PushIssue | null {
  if (Object.keys(settingsProblems(settings)).length > 0) return { kind: "settings" };
  const { valid, problems } = validateGraph(definition);
  return valid ? null : { kind: "graph", problems: problems.filter(({ severity }) => severity === "error") };
}
