import type { RunPause } from "@trilho/contract";
import { sql } from "kysely";
import { iso } from "../../platform/database/columns.ts";

export const SERVER_KEY = "runs_paused_at";

/** Since when all runs on this database are paused, as a text; null when they are not. */
export const SERVER_PAUSE = sql<string | null>`(select value from server_meta where key = ${sql.lit(SERVER_KEY)})`;

/** Since when something is paused. */
export interface PausedSince {
  automation?: Date | null;
  workspace: Date | null;
  server: string | null;
}

export const pausesOf = ({ automation = null, workspace, server }: PausedSince): RunPause[] =>
  (
    [
      ["automation", automation],
      ["workspace", workspace],
      ["server", server === null ? null : new Date(server)],
    ] as const
  ).flatMap(([scope, since]) => (since === null ? [] : [{ scope, since: iso(since) }]));
