import type { Config } from "../config/config.ts";
import { askServer } from "./channel.ts";
import { openForCommand } from "./open.ts";
import { type OnceCommand, perform } from "./perform.ts";
import { restore, type RestoreCommand } from "./restore.ts";

/** Does a command, beside a running server or without one; answers what it prints. */
export async function runCommand(config: Config, command: OnceCommand | RestoreCommand): Promise<string> {
  if (command.kind === "restore") return restore(config, command);
  const printed = config.databaseUrl === null ? await askServer(config.dataDir, command) : null;
  if (printed !== null) return printed;
  const database = await openForCommand(config);
  try {
    return await perform(database, command);
  } finally {
    await database.close();
  }
}
