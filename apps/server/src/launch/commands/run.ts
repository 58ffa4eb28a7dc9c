import type { Config } from "../config/config.ts";
import { askServer } from "./channel.ts";
import { openForCommand } from "./open.ts";
import { type OnceCommand, perform } from "./perform.ts";

/** Does a command, beside a running server or without one; answers what it prints. */
export async function runCommand(config: Config, command: OnceCommand): Promise<string> {
  const printed = config.databaseUrl === null ? await askServer(config.dataDir, command) : null;
  if (printed !== null) return printed;
  const database = await openForCommand(config);
  try {
    return await perform(database, command);
  } finally {
    await database.close();
  }
}
