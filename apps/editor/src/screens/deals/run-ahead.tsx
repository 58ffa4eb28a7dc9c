import type { Automation, WorkspaceRun } from "@trilho/api-client";
import { Workflow } from "lucide-react";
import { Link } from "wouter";
import { runPath } from "../../browser/location.ts";
import { useLookup } from "../../describe/use-lookup.ts";
import { TestMark } from "../../features/runs/run-table.tsx";
import { RUN_STATUSES } from "../../features/runs/status-tone.ts";
import { formatInstant } from "../../i18n/format.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { aheadOf, waitOf } from "./ahead.ts";
import { Card } from "./card.tsx";
import css from "./deals.module.css";

const ARROW = " → ";

interface RunAheadProps {
  run: WorkspaceRun;
  definition: Automation["graphDefinition"] | undefined;
}

/** What a run waits for, and what it does then. */
export function RunAhead({ run, definition }: RunAheadProps) {
  const t = useText("deals");
  const inRuns = useText("runs");
  const inBuilder = useText("builder");
  const locale = useLocale();
  const names = useLookup();
  const { automation, runId, status, currentNodeId } = run;
  const isAtAction = definition?.nodes.some(({ id, type }) => id === currentNodeId && type === "action") === true;
  const ahead =
    definition && currentNodeId !== null
      ? aheadOf(definition, { nodeId: currentNodeId, asked: run.waitingForReply }, names, inBuilder)
      : null;
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
      </p>
      <p>
        {ahead !== null && `${t("next.at", { step: ahead.step })}. `}
        {t(`next.${waitOf(run, isAtAction)}`, { when: formatInstant(run.nextAttemptAt ?? run.createdAt, locale) })}
      </p>
      {ahead !== null && ahead.onward.length > 0 && (
        <ul className={css.then}>
          {ahead.onward.map(({ exit, step }) => (
            <li key={`${exit} ${step}`}>
              {exit === null ? t("next.then", { steps: step }) : `${exit}${ARROW}${step}`}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
