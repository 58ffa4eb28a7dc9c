import type { Kysely } from "kysely";
import type { Command, PauseTarget } from "../config/command.ts";
import { ConfigError } from "../config/parts.ts";
import type { PauseScope } from "../../runs/model/pause-port.ts";
import { pauseRuns } from "../../runs/pauses.ts";
import { createPauseStore } from "../../runs/store/pause-store.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import type { CommandDatabase } from "./open.ts";

/** Keeps runs where they are, or lets them go on. Rejects with a `ConfigError` for an automation or workspace that is not there. */
export async function pauseOrResume(
  { db }: CommandDatabase,
  { target, isPaused }: Extract<Command, { kind: "pauseRuns" }>,
): Promise<string> {
  const scope = await scopeOf(db, target);
  const pauses = createPauseStore(db);
  const isThere = scope !== null && (await (isPaused ? pauseRuns({ pauses }, scope) : pauses.set(scope, false)));
  if (!isThere) throw new ConfigError(`There is no ${target.kind} "${"name" in target ? target.name : ""}".`);
  const what = "name" in target ? `of the ${target.kind} ${target.name}` : "on this database";
  return isPaused
    ? `Paused: the runs ${what} stay where they are until they are resumed.\n`
    : `Resumed: the runs ${what} go on within seconds, where nothing else pauses them.\n`;
}

async function scopeOf(db: Kysely<Database>, target: PauseTarget): Promise<PauseScope | null> {
  if (target.kind === "server") return target;
  if (target.kind === "workspace") {
    const row = await db.selectFrom("workspaces").select("id").where("slug", "=", target.name).executeTakeFirst();
    return row === undefined ? null : { kind: "workspace", workspaceId: row.id };
  }
  const row = await db
    .selectFrom("automations")
    .select("workspace_id")
    .where("id", "=", target.name)
    .executeTakeFirst();
  return row === undefined
    ? null
    : { kind: "automation", workspaceId: row.workspace_id, automationId: target.name, by: null };
}
