import type { DealActivity, DealTimelineEntry } from "@trilho/api-client";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { runPath, stepPath } from "../../browser/location.ts";
import { toldName } from "../../describe/node-label.ts";
import { useLookup } from "../../describe/use-lookup.ts";
import type { Lookup } from "../../document/lookup.ts";
import { useText, type Text } from "../../i18n/use-text.ts";
import css from "./deals.module.css";

type Deed = Pick<DealActivity, "type" | "actor" | "step"> & Partial<Pick<DealActivity, "metadata">>;

/** Who did something to a deal: an automation leads to its run and the step that did it. */
export function Doer({ deed, node = null }: { deed: Deed; node?: DealTimelineEntry["node"] }) {
  const t = useText("deals");
  const names = useLookup();
  const { actor, step } = deed;
  const { automationId, automationName } = actor;
  if (actor.actorType !== "automation") return <span>{nameOf(deed, t, names)}</span>;
  if (automationId === null || automationName === null) return <span>{t("by.deleted")}</span>;
  if (step === undefined) return <span>{automationName}</span>;
  const { runId, nodeId } = step;
  return (
    <RunLink href={stepPath(automationId, runId, nodeId)}>
      {automationName}
      {node !== null && ` › ${toldName(node, names)}`}
    </RunLink>
  );
}

/** Who did what a run tells of: the run itself, and its step where that is not told beside it. */
export const RunOf = ({ run, node, step = null }: Pick<DealTimelineEntry, "run" | "node"> & { step?: string | null }) =>
  run === null ? null : (
    <RunLink
      href={node === null ? runPath(run.automation.id, run.runId) : stepPath(run.automation.id, run.runId, node.id)}
    >
      {run.automation.name}
      {step !== null && ` › ${step}`}
    </RunLink>
  );

const RunLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className={css.link}>
    {children}
  </Link>
);

function nameOf({ type, actor: { actorType, userName }, metadata }: Deed, t: Text<"deals">, names: Lookup): string {
  if (actorType === "user") return userName ?? t("by.member");
  if (actorType === "api_key") return userName === null ? t("by.someKey") : t("by.key", { name: userName });
  if (actorType === "assistant") return t("by.assistant");
  if (type !== "MESSAGE_RECEIVED") return t("by.system");
  const typist = metadata?.["typedByUserId"];
  const name = typeof typist === "string" ? names.userName(typist) : null;
  return name === null ? t("by.contact") : t("by.contactTypedBy", { name });
}
