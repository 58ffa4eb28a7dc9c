import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyBaseLogger } from "fastify";
import { createApp } from "../app/app.ts";
import { tryRoom } from "../app/store.ts";
import { tellOutagesOnce } from "../platform/http/logging.ts";
import { serveCommands } from "./commands/channel.ts";
import type { Config } from "./config/config.ts";
import { ConfigError } from "./config/parts.ts";
import { keptSecret, newSecret, readSecret } from "./config/kept-secret.ts";
import { ensureDemo } from "../demo/ensure.ts";
import { applyProvision } from "../provision/apply.ts";
import { ProvisionError, type ProvisionFile } from "../provision/file.ts";
import { createMetrics } from "../platform/http/metrics.ts";
import { parseProvisionFile } from "../provision/parse.ts";
import { digestKey } from "../platform/security/keys.ts";
import { createSealer } from "../platform/security/sealer.ts";
import { abandonPostmaster } from "../platform/database/embedded/postmaster.ts";
import { StorageError } from "../platform/database/errors.ts";
import { codeOf, reasonOf } from "../platform/service/thrown.ts";
import { type DataFolder, openDataFolder } from "../platform/database/folder/data-folder.ts";
import { openDatabase, type OpenDatabase } from "../platform/database/open/open-database.ts";
import { poolStateOf } from "../platform/database/open/postgres.ts";
import { checkServerSecret } from "../platform/database/secret-check.ts";
import { bringOver } from "../platform/database/upgrade/bring-over.ts";
import { Closers } from "../platform/background/closers.ts";
import { openAutomation } from "./automation.ts";
import { listen, tryPort } from "./listen.ts";
import { openPlatform } from "./platform.ts";
import { withRuns } from "../runs/metrics.ts";

/** A server that answers. */
export interface RunningServer {
  /** Without a trailing slash; of this machine, whatever address it listens on. */
  url: string;
  /** Opens the demo workspace; null when there is none. */
  demoKey: string | null;
  storage: Pick<OpenDatabase, "kind" | "description" | "warning">;
  /** Answers what is under way, then closes the server, the connections and the database. */
  close(): Promise<void>;
}

const BUILT_EDITOR = fileURLToPath(new URL("../../../editor/dist", import.meta.url));

/**
 * Opens the storage, provisions it, and listens. `onFolderLost` is told when another process takes the data folder away,
 * after which this one must not write. Rejects with a `ConfigError`, `ProvisionError`, `StorageError` or `ListenError`, or
 * between two of its parts with the reason of `stopping`, and then leaves nothing running.
 */
export async function startServer(
  config: Config,
  logger: FastifyBaseLogger,
  onFolderLost: () => void,
  stopping?: AbortSignal,
): Promise<RunningServer> {
  const editorDir = findEditor(config.editorDir);
  const provision = config.provisionFile === null ? null : await readProvisionFile(config.provisionFile);
  await tryPort(config.host, config.port);
  const closers = new Closers();
  try {
    const onLost = (): void => {
      abandonPostmaster(config.dataDir);
      onFolderLost();
    };
    const folder = config.databaseUrl === null ? await openDataFolder(config.dataDir, onLost) : null;
    if (folder !== null) closers.add(() => folder.release());
    const serverSecret = config.secret ?? (await secretIn(config.dataDir, folder));
    const source = config.secret === null ? secretFile(config.dataDir) : "TRILHO_SECRET";
    if (folder !== null) {
      await bringOver(folder, { value: serverSecret, source }, (line) => logger.warn(line), stopping);
    }
    const database = await openStorage(config, folder, logger, stopping);
    closers.add(() => database.close());
    stopping?.throwIfAborted();
    await checkServerSecret(database.db, serverSecret, source);
    closers.add(tellOutagesOnce(logger, () => tryRoom(database.db)));
    const demoKey = await fill(config, database, serverSecret, provision);
    stopping?.throwIfAborted();
    const { trustProxy, mail, meta, webhookAllowPrivate } = config;
    const metrics = withRuns(createMetrics(poolStateOf(database.db)));
    const automation = await openAutomation(config, database.db, serverSecret, metrics, logger, closers);
    const app = createApp({
      ...openPlatform(config, database, serverSecret, metrics, logger, closers),
      serverSecret,
      logger,
      trustProxy,
      mail,
      meta,
      webhookAllowPrivate,
      onWrite: automation.wake,
      ...(editorDir === null ? {} : { editorDir }),
    });
    closers.add(() => app.close());
    const url = await listen(app, config.host, config.port);
    if (database.kind === "pglite") {
      closers.add(
        await serveCommands(config.dataDir, { db: database.db, serverSecret, isSecretKept: config.secret === null }),
      );
    }
    automation.start();
    return { url, demoKey, storage: database, close: () => closers.close() };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

function findEditor(editorDir: string | null): string | null {
  const folder = editorDir ?? BUILT_EDITOR;
  if (existsSync(join(folder, "index.html"))) return folder;
  if (editorDir === null) return null;
  throw new ConfigError(`TRILHO_EDITOR_DIR (${editorDir}) holds no index.html.`);
}

async function readProvisionFile(file: string): Promise<{ file: string; content: ProvisionFile }> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new ProvisionError(file, [{ place: "", message: `cannot be read (${codeOf(error) ?? reasonOf(error)})` }]);
  });
  return { file, content: parseProvisionFile(text, file) };
}

const secretFile = (dataDir: string): string => join(dataDir, "secret");

/** The server's secret from the data folder, made together with the database: without it, the database is of no use. */
async function secretIn(dataDir: string, folder: DataFolder | null): Promise<string> {
  const file = secretFile(dataDir);
  const hasDatabase = folder !== null && folder.storage !== null;
  if (hasDatabase && (await readSecret(file)) === null) {
    throw new StorageError(
      `${file} is missing, although ${dataDir} holds a database made with it. ` +
        `Restore it from a backup, or set TRILHO_SECRET to what it held.`,
    );
  }
  return keptSecret(file, newSecret);
}

function openStorage(
  config: Config,
  folder: DataFolder | null,
  logger: FastifyBaseLogger,
  stopping?: AbortSignal,
): Promise<OpenDatabase> {
  const onIdleError = (error: Error): void => logger.warn({ err: error }, "database connection lost");
  const choice =
    folder === null
      ? { kind: "server" as const, url: config.databaseUrl ?? "", connections: config.databaseConnections }
      : { kind: config.storage, folder };
  return openDatabase(choice, { onIdleError, ...(stopping && { stopping }) });
}

const newApiKey = (): string => `trk_live_${newSecret()}`;

/** Applies the provisioning file, or makes the demo on a first start without one. Answers the demo's key. */
async function fill(
  { dataDir, demo }: Config,
  { db }: OpenDatabase,
  serverSecret: string,
  provision: { file: string; content: ProvisionFile } | null,
): Promise<string | null> {
  if (provision !== null) {
    const sealer = createSealer(serverSecret, "secrets");
    await applyProvision(db, provision.content, provision.file, (key) => digestKey(serverSecret, key), sealer);
    return null;
  }
  if (!demo) return null;
  let key: string | null = null;
  await ensureDemo(db, serverSecret, async () => (key = await keptSecret(join(dataDir, "demo-key"), newApiKey)));
  return key;
}
