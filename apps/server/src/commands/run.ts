import type { Command } from "../config/command.ts";
import type { Config } from "../config/config.ts";
import { createKey, revoke, showKeys } from "./keys.ts";
import { type CommandDatabase, openForCommand } from "./open.ts";
import { showRequests } from "./requests.ts";

/** What is done once on the database, and ends. */
export type OnceCommand = Exclude<Command, { kind: "help" | "serve" | "work" }>;

/** Does a command, beside a running server or without one; answers what it prints. */
export async function runCommand(config: Config, command: OnceCommand): Promise<string> {
  const database = await openForCommand(config);
  try {
    return await perform(database, command);
  } finally {
    await database.close();
  }
}

function perform(database: CommandDatabase, command: OnceCommand): Promise<string> {
  if (command.kind === "createKey") return createKey(database, command);
  if (command.kind === "listKeys") return showKeys(database, command);
  if (command.kind === "revokeKey") return revoke(database, command);
  return showRequests(database, command);
}
