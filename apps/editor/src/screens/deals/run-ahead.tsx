import type { Automation, WorkspaceRun } from "@trilho/api-client";
import { CUSTOMER_ACTIONS, nextOpening, type BusinessHours, type GraphNode } from "@trilho/engine";
import { Workflow } from "lucide-react";
import { Link } from "wouter";
import { runPath } from "../../browser/location.ts";
import { useWorkspaceSettings } from "../../data/workspace.ts";
import { useLookup } from "../../describe/use-lookup.ts";
import { findNode } from "../../document/document.ts";
import { PausedMark, PauseNote, TestMark } from "../../features/runs/run-marks.tsx";
import { RUN_STATUSES } from "../../features/runs/status-tone.ts";
import { formatInstant } from "../../i18n/format.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { useNow } from "../../ui/use-now.ts";
import { type Addressee, aheadOf, waitOf, wasSent } from "./ahead.ts";
import { Card } from "./card.tsx";
import css from "./deals.module.css";

const ARROW = " → ";

interface RunAheadProps {
  run: WorkspaceRun;
  contact: Addressee;
  definition: Automation["graphDefinition"] | undefined;
}

/** What a run waits for, and what it does then. */
export function RunAhead({ run, contact, definition }: RunAheadProps) {
  const t = useText("deals");
  const inRuns = useText("runs");
  const inBuilder = useText("builder");
  const locale = useLocale();
  const names = useLookup();
  const now = useNow();
  const { businessHours } = useWorkspaceSettings();
  const { automation, runId, status, currentNodeId, pauses } = run;
  const node = definition && currentNodeId !== null ? findNode(definition, currentNodeId) : undefined;
  const ahead =
    definition && node
      ? aheadOf(definition, { nodeId: node.id, asked: wasSent(run), contact }, names, inBuilder)
      : null;
  const opensAt = node !== undefined && reachesCustomer(node) ? opening(businessHours, now) : null;
  const wait = waitOf(run, node?.type === "action", { now, opensAt });
  return (
    <Card icon={Workflow}>
      <p className={css.cardTitle}>
        <Link href={runPath(automation.id, runId)} className={css.link}>
          {automation.name}
        </Link>{" "}
        <Badge tone={RUN_STATUSES[status] ?? "neutral"} dot>
          {inRuns(`status.${status}`)}
        </Badge>
        {run.test === true && <TestMark />}
        {pauses !== undefined && <PausedMark />}
      </p>
      <p>
        {ahead !== null && `${t("next.at", { step: ahead.step })}. `}
        {t(`next.${wait}`, { when: formatInstant(run.nextAttemptAt ?? run.createdAt, locale) })}
      </p>
      <PauseNote pauses={pauses} />
      {ahead !== null && ahead.onward.length > 0 && (
        <ul className={css.then}>
          {ahead.onward.map(({ exit, step, lacksAddress }) => (
            <li key={`${exit} ${step}`}>
              {exit === null ? t("next.then", { steps: step }) : `${exit}${ARROW}${step}`}
              {lacksAddress && <span className={css.failure}> – {t("next.noAddress")}</span>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const TO_CUSTOMERS: ReadonlySet<unknown> = CUSTOMER_ACTIONS;

const reachesCustomer = ({ actionType }: GraphNode): boolean => TO_CUSTOMERS.has(actionType);

/** When messages that come now go out; null where that is at once, or never. */
function opening(hours: BusinessHours | null, now: number): number | null {
  const found = hours === null ? null : nextOpening(hours, now);
  return found === null || "error" in found ? null : found.opensAt;
}
