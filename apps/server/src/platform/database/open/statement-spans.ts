import type { LogEvent } from "kysely";
import { codeOf } from "../../network/connection-failure.ts";
import { isTracing, noteSpan } from "../../tracing/tracing.ts";
import { readyName } from "../ready.ts";

/** For Kysely: tells each statement to the trace that it is a part of. Nothing where nobody traces. */
export const spansOfStatements = (): { log?: (event: LogEvent) => void } => (isTracing() ? { log: noteStatement } : {});

/** Parameters stand elsewhere, and the text is left out as well: it is long, and the name leads to it. */
function noteStatement(event: LogEvent): void {
  const { operation, summary } = describe(event.query.sql);
  noteSpan(
    summary,
    {
      kind: "CLIENT",
      attributes: { "db.system.name": "postgresql", "db.operation.name": operation, "db.query.summary": summary },
    },
    event.queryDurationMillis,
    event.level === "error" ? { failed: codeOf(event.error) } : {},
  );
}

/** `SELECT deals`; of a statement that is kept ready, `WITH take_call`. */
function describe(sql: string): { operation: string; summary: string } {
  const [, word = "?"] = /^\s*(?:\/\*.*?\*\/\s*)?(\w+)/.exec(sql) ?? [];
  const operation = word.toUpperCase();
  const [, table] = /\b(?:from|into|update)\s+"?(\w+)/i.exec(sql) ?? [];
  const name = readyName(sql) ?? table;
  return { operation, summary: name === undefined ? operation : `${operation} ${name}` };
}
