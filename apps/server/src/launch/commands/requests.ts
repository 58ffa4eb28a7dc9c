import type { Command } from "../config/command.ts";
import { ConfigError } from "../config/parts.ts";
import { findRequests } from "../../platform/database/request-log.ts";
import type { CommandDatabase } from "./open.ts";
import { table } from "./table.ts";

/** The requests of an id as a table: clients may choose ids, so there can be several. */
export async function showRequests(
  { db }: CommandDatabase,
  { requestId }: Extract<Command, { kind: "findRequests" }>,
): Promise<string> {
  const requests = await findRequests(db, requestId);
  if (requests.length === 0) {
    throw new ConfigError(`No request "${requestId}" was logged in the last seven days.`);
  }
  return table(
    ["TIME", "METHOD", "PATH", "STATUS", "CODE", "MS", "WORKSPACE", "KEY"],
    requests.map(({ at, method, path, status, code, ms, workspaceId, keyId }) => [
      new Date(at).toISOString(),
      method,
      path,
      String(status),
      code ?? "-",
      String(ms),
      workspaceId ?? "-",
      keyId ?? "-",
    ]),
  );
}
