import type { Kysely } from "kysely";
import { type EmbeddedServer, openEmbedded } from "../embedded/embedded.ts";
import { damaged, diskFull, EmbeddedUnavailable, isDiskFull, StorageError } from "../errors.ts";
import { codeOf, reasonOf } from "../../service/thrown.ts";
import type { DataFolder } from "../folder/data-folder.ts";
import { MAJOR } from "../folder/major.ts";
import { migrate } from "./migrate.ts";
import { openPool, openServer, withoutPassword } from "./postgres.ts";
import type { Database } from "../schema/database.ts";

/** `server`: PostgreSQL at `url`. Else a database in the data folder: `auto` takes PGlite where PostgreSQL cannot run. */
export type StorageChoice =
  | { kind: "server"; url: string; connections?: number }
  | { kind: "auto" | "embedded" | "pglite"; folder: DataFolder };

/** An open, migrated database. */
export interface OpenDatabase {
  kind: "server" | "embedded" | "pglite";
  /** For people: what it is and where. */
  description: string;
  /** What the operator should know before trusting it. */
  warning: string | null;
  db: Kysely<Database>;
  close(): Promise<void>;
}

/** What this module needs of its surroundings. */
export interface Surroundings {
  /** Hears of connections that broke while idle. */
  onIdleError: (error: Error) => void;
  startEmbedded?: (folder: DataFolder, stopping?: AbortSignal) => Promise<EmbeddedServer>;
  /** Gives up what is made for the first time, and then rejects with its reason. */
  stopping?: AbortSignal;
  /** Makes the database what it must be; without it, the schema is brought up to date. `place` says where it is. */
  prepare?: (db: Kysely<Database>, place: string) => Promise<void>;
}

/** Opens the storage and prepares it. Rejects with a `StorageError`. */
export async function openDatabase(choice: StorageChoice, surroundings: Surroundings): Promise<OpenDatabase> {
  if (choice.kind === "server") {
    return prepared(await open(choice, surroundings), surroundings).catch((error: unknown) => {
      throw error instanceof StorageError ? error : notMigrated(choice.url, error);
    });
  }
  const { path } = choice.folder;
  try {
    const opened = await open(choice, surroundings);
    return await prepared(opened, surroundings).catch((error: unknown) => {
      throw error instanceof StorageError ? error : damaged(path, reasonOf(error));
    });
  } catch (error) {
    throw isDiskFull(error) ? diskFull(path) : error;
  }
}

/** What PostgreSQL refuses is for the operator, such as a user without rights; what else goes wrong is for us. */
function notMigrated(url: string, error: unknown): unknown {
  if (!/^[0-9A-Z]{5}$/.test(codeOf(error) ?? "")) return error;
  return new StorageError(
    `Cannot bring the schema at DATABASE_URL (${withoutPassword(url)}) up to date: ${reasonOf(error)}.`,
  );
}

async function prepared(opened: OpenDatabase, { prepare = migrate }: Surroundings): Promise<OpenDatabase> {
  try {
    await prepare(opened.db, opened.description);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function open(choice: StorageChoice, surroundings: Surroundings): Promise<OpenDatabase> {
  if (choice.kind === "server") {
    const db = await openServer(choice.url, surroundings.onIdleError, choice.connections);
    const description = `PostgreSQL at ${withoutPassword(choice.url)}`;
    return { kind: "server", description, warning: null, db, close: () => db.destroy() };
  }
  const { kind, folder } = choice;
  refuseOtherStorage(kind, folder);
  const { stopping } = surroundings;
  if (kind === "pglite") return onPglite(folder, "TRILHO_STORAGE asks for it", stopping);
  if (folder.storage === "pglite") return onPglite(folder, "the data folder was made with it");
  try {
    return await onEmbedded(folder, surroundings);
  } catch (error) {
    // A stop is no reason to make another kind of database, for good.
    stopping?.throwIfAborted();
    // Where one database has no room, another one has none either.
    if (!(error instanceof EmbeddedUnavailable) || isDiskFull(error)) throw error;
    if (kind === "auto" && folder.storage === null) return onPglite(folder, error.message, stopping);
    throw new StorageError(`Embedded PostgreSQL cannot run for the data folder ${folder.path}: ${error.message}.`);
  }
}

/** Data of one kind of storage is never passed over by opening the other. */
function refuseOtherStorage(kind: "auto" | "embedded" | "pglite", { path, storage }: DataFolder): void {
  const [other, setting] = storage === "postgres" ? ["embedded PostgreSQL", "embedded"] : ["PGlite", "pglite"];
  if (storage === null || kind === "auto" || kind === setting) return;
  throw new StorageError(
    `The data folder ${path} holds a database of ${other}, which TRILHO_STORAGE=${kind} cannot open. ` +
      `Leave TRILHO_STORAGE out, or choose another folder with TRILHO_DATA_DIR.`,
  );
}

async function onEmbedded(
  folder: DataFolder,
  { onIdleError, startEmbedded = openEmbedded, stopping }: Surroundings,
): Promise<OpenDatabase> {
  const server = await startEmbedded(folder, stopping);
  server.guard(onIdleError);
  const db = openPool(server.localUrl, onIdleError);
  return {
    kind: "embedded",
    description: `embedded PostgreSQL ${MAJOR} in ${folder.path}`,
    warning: null,
    db,
    async close() {
      await db.destroy();
      await server.stop();
    },
  };
}

async function onPglite(folder: DataFolder, reason: string, stopping?: AbortSignal): Promise<OpenDatabase> {
  // Few need it, and its program is large.
  const [{ openPglite }, { kyselyOnPglite }] = await Promise.all([import("./open-pglite.ts"), import("./pglite.ts")]);
  const db = kyselyOnPglite(await openPglite(folder, stopping));
  return {
    kind: "pglite",
    description: `PGlite in ${folder.path}`,
    warning:
      `This is PGlite, not PostgreSQL (${reason}). It does not force writes to disk: ` +
      `a power cut can damage the data. Use it to try Trilho; for real work set DATABASE_URL.`,
    db,
    close: () => db.destroy(),
  };
}
