import type { Command } from "../config/command.ts";
import { ConfigError } from "../config/parts.ts";
import { digestKey, maskedKey, newKey } from "../../platform/security/keys.ts";
import { findHolder, type ListedKey, listKeys, revokeKey } from "../../platform/database/key-admin.ts";
import { insertKey } from "../../platform/database/workspace-rows.ts";
import type { CommandDatabase } from "./open.ts";
import { table } from "./table.ts";

/** Creates a key and prints it, this once. Rejects with a `ConfigError` for a workspace or member that is not there. */
export async function createKey(
  { db, serverSecret }: CommandDatabase,
  { workspace, member, name, expiresAt, mode }: Extract<Command, { kind: "createKey" }>,
): Promise<string> {
  const holder = await findHolder(db, workspace, member);
  if (holder === null) throw new ConfigError(`There is no workspace "${workspace}".`);
  const { workspaceId, memberId } = holder;
  if (memberId === null) throw new ConfigError(`The workspace "${workspace}" has no active member "${member}".`);
  const key = newKey(mode);
  const id = await insertKey(db, {
    workspaceId,
    memberId,
    name,
    digest: digestKey(serverSecret, key),
    hint: maskedKey(key),
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
    revoked: false,
  });
  const until = expiresAt === null ? "until it is revoked" : `until ${new Date(expiresAt).toISOString()}`;
  return `${key}\n\nThe key of ${member} in ${workspace}, good ${until}. Id: ${id}\nIt is not shown again: keep it now.\n`;
}

/** The keys as a table. */
export async function showKeys(
  { db }: CommandDatabase,
  { workspace }: Extract<Command, { kind: "listKeys" }>,
): Promise<string> {
  const keys = await listKeys(db, workspace);
  if (keys.length === 0) return workspace === null ? "There are no keys.\n" : `There are no keys of "${workspace}".\n`;
  const now = Date.now();
  return table(
    ["ID", "WORKSPACE", "MEMBER", "NAME", "KEY", "CREATED", "LAST USED", "STATE"],
    keys.map((key) => [
      key.id,
      key.workspace,
      key.member,
      key.name,
      key.hint ?? "-",
      day(key.createdAt),
      key.lastUsedAt === null ? "never" : minute(key.lastUsedAt),
      stateOf(key, now),
    ]),
  );
}

/** Rejects with a `ConfigError` when there is no such key. */
export async function revoke(
  { db }: CommandDatabase,
  { id }: Extract<Command, { kind: "revokeKey" }>,
): Promise<string> {
  if (!(await revokeKey(db, id))) throw new ConfigError(`There is no key with the id "${id}".`);
  return `Revoked ${id}. Servers that run refuse it within two seconds.\n`;
}

function stateOf({ revoked, expiresAt }: ListedKey, now: number): string {
  if (revoked) return "revoked";
  if (expiresAt === null) return "good";
  return `${expiresAt.getTime() <= now ? "expired" : "good until"} ${day(expiresAt)}`;
}

const day = (date: Date): string => date.toISOString().slice(0, 10);
const minute = (date: Date): string => date.toISOString().slice(0, 16).replace("T", " ");
