import type { Command } from "../config/command.ts";
import { showCalendars } from "./calendars.ts";
import { backUp } from "./backup.ts";
import { createKey, revoke, showKeys } from "./keys.ts";
import type { CommandDatabase } from "./open.ts";
import { pauseOrResume } from "./runs.ts";
import { showRequests } from "./requests.ts";

/** What is done once on the database, and ends. */
export type OnceCommand = Exclude<Command, { kind: "help" | "version" | "serve" | "work" | "restore" }>;

/** Does a command on an open database; answers what it prints. */
export function perform(database: CommandDatabase, command: OnceCommand): Promise<string> {
  if (command.kind === "createKey") return createKey(database, command);
  if (command.kind === "listKeys") return showKeys(database, command);
  if (command.kind === "revokeKey") return revoke(database, command);
  if (command.kind === "listCalendars") return showCalendars(database);
  if (command.kind === "pauseRuns") return pauseOrResume(database, command);
  if (command.kind === "backup") return backUp(database, command);
  return showRequests(database, command);
}
