import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { inject } from "vitest";
import type { Store } from "../runs/model/stores.ts";
import { openDataFolder } from "../platform/database/folder/data-folder.ts";
import { openDatabase, type OpenDatabase } from "../platform/database/open/open-database.ts";
import { openPool } from "../platform/database/open/postgres.ts";
import { createStore } from "../app/store.ts";
import { empty, shapeOf } from "./empty-copy.ts";
import { EVERYTHING } from "./everything.ts";

export type StoreKind = "embedded" | "pglite" | "server";

export interface TestStore extends OpenDatabase {
  store: Store;
  serverSecret: string;
  /** For further connections; null where there can be none. */
  url: string | null;
  /** Makes it as it was when it was opened; false, and nothing is done, where that takes a new one. */
  empty(): Promise<boolean>;
}

/** Another PostgreSQL to run the store's tests on, where its user may create databases. */
const OTHER_SERVER = process.env["TRILHO_TEST_DATABASE_URL"];

/** Every kind of storage that can be tried here; the embedded database alone unless all tests run. */
export const STORE_KINDS: readonly StoreKind[] = EVERYTHING
  ? ["embedded", "pglite", ...(OTHER_SERVER === undefined ? [] : (["server"] as const))]
  : ["embedded"];

type Opened = OpenDatabase & Pick<TestStore, "url" | "empty">;
const cannotEmpty = (): Promise<boolean> => Promise.resolve(false);

const OPEN: Record<StoreKind, () => Promise<Opened>> = {
  embedded: openCopy,
  pglite: openPgliteInFolder,
  server: () => openOnServer(OTHER_SERVER ?? ""),
};

/** A migrated, empty store of its own; `close` leaves nothing of it. */
export async function openTestStore(kind: StoreKind = "embedded"): Promise<TestStore> {
  const serverSecret = randomBytes(32).toString("base64url");
  const database = await OPEN[kind]();
  return { ...database, serverSecret, store: createStore(database.db, serverSecret, fail) };
}

/** The same on a server that may end meanwhile: `onIdleError` hears of sessions that end with it. */
export async function openTestStoreOn(server: string, onIdleError: (error: unknown) => void): Promise<TestStore> {
  const serverSecret = randomBytes(32).toString("base64url");
  const database = await openOnServer(server, onIdleError);
  return { ...database, serverSecret, store: createStore(database.db, serverSecret, onIdleError) };
}

/** A new data folder under the system's temporary one. */
export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), "trilho-test-"));

export function fail(error: unknown): never {
  throw error;
}

async function openPgliteInFolder(): Promise<Opened> {
  const path = await temporaryFolder();
  const folder = await openDataFolder(path, () => fail(new Error(`The lock of ${path} was lost`)));
  const database = await openDatabase({ kind: "pglite", folder }, { onIdleError: fail });
  return {
    ...database,
    url: null,
    empty: cannotEmpty,
    async close() {
      await database.close();
      await folder.release();
      await rm(path, { recursive: true, force: true });
    },
  };
}

/** A database of its own on a server. */
async function openOnServer(server: string, onIdleError: (error: Error) => void = fail): Promise<Opened> {
  const url = await createDatabase(server, "template1");
  const database = await openDatabase({ kind: "server", url }, { onIdleError });
  return {
    ...database,
    url,
    empty: cannotEmpty,
    async close() {
      await database.close();
      await dropDatabase(url);
    },
  };
}

/** Copies of the template that suites of this process are done with, empty again. */
const spare: string[] = [];
/** Of every copy, as long as a test changes no more than rows. */
let shape: string | null = null;

/**
 * A copy of the template takes a tenth of the time of migrating anew, and one that was emptied a tenth of that. To look
 * whether it is migrated would take as long as to make it.
 */
async function openCopy(): Promise<Opened> {
  const url = spare.pop() ?? (await createDatabase(inject("embeddedUrl"), inject("embeddedTemplate")));
  const db = openPool(url, fail);
  shape ??= await shapeOf(db);
  const untouched = shape;
  return {
    kind: "server",
    description: url,
    warning: null,
    db,
    url,
    empty: () => empty(db, untouched),
    async close() {
      const isEmpty = await empty(db, untouched);
      await db.destroy();
      if (isEmpty) spare.push(url);
      else await dropDatabase(url);
    },
  };
}

async function createDatabase(server: string, template: string): Promise<string> {
  const name = `trilho_test_${randomBytes(6).toString("hex")}`;
  // Copying files is done in two thirds of the time of writing every page of the template to the log.
  await onServer(new URL(server), `create database ${name} template ${template} strategy file_copy`);
  return Object.assign(new URL(server), { pathname: name }).href;
}

const dropDatabase = (url: string): Promise<void> =>
  onServer(
    Object.assign(new URL(url), { pathname: "postgres" }),
    `drop database ${new URL(url).pathname.slice(1)} with (force)`,
  );

/** Runs one statement on a server. */
export async function onServer(url: URL, statement: string): Promise<void> {
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
