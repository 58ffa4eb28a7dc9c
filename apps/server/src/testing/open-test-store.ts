import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { Store } from "../domain/ports.ts";
import { openDataFolder } from "../store/folder/data-folder.ts";
import { openDatabase, type OpenDatabase } from "../store/open-database.ts";
import { createStore } from "../store/store.ts";

export type StoreKind = "embedded" | "pglite" | "server";

export interface TestStore extends OpenDatabase {
  store: Store;
  serverSecret: string;
}

/** Every kind of storage that can be tried here: a server when `TRILHO_TEST_DATABASE_URL` names one. */
export const STORE_KINDS: readonly StoreKind[] =
  process.env["TRILHO_TEST_DATABASE_URL"] === undefined ? ["embedded", "pglite"] : ["embedded", "pglite", "server"];

/** A migrated, empty store of its own; `close` stops its processes and removes its files. */
export async function openTestStore(kind: StoreKind = "embedded"): Promise<TestStore> {
  const serverSecret = randomBytes(32).toString("base64url");
  const database = kind === "server" ? await openOnServer() : await openInFolder(kind);
  return { ...database, serverSecret, store: createStore(database.db, serverSecret, fail) };
}

/** A new data folder under the system's temporary one. */
export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), "trilho-test-"));

function fail(error: unknown): never {
  throw error;
}

async function openInFolder(kind: "embedded" | "pglite"): Promise<OpenDatabase> {
  const path = await temporaryFolder();
  const folder = await openDataFolder(path, () => fail(new Error(`The lock of ${path} was lost`)));
  const database = await openDatabase({ kind, folder }, { onIdleError: fail });
  return {
    ...database,
    async close() {
      await database.close();
      await folder.release();
      await rm(path, { recursive: true, force: true });
    },
  };
}

/** A database of its own on the server that the environment names. */
async function openOnServer(): Promise<OpenDatabase> {
  const url = new URL(process.env["TRILHO_TEST_DATABASE_URL"] ?? "");
  const name = `trilho_test_${randomBytes(6).toString("hex")}`;
  await onServer(url, `create database ${name}`);
  const database = await openDatabase(
    { kind: "server", url: Object.assign(new URL(url), { pathname: name }).href },
    { onIdleError: fail },
  );
  return {
    ...database,
    async close() {
      await database.close();
      await onServer(url, `drop database ${name}`);
    },
  };
}

async function onServer(url: URL, statement: string): Promise<void> {
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
