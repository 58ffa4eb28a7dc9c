import { timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { ConfigError } from "../config/parts.ts";
import { newSecret } from "../config/kept-secret.ts";
import { codeOf } from "../../platform/service/thrown.ts";
import type { CommandDatabase } from "./open.ts";
import { type OnceCommand, perform } from "./perform.ts";

/*
 * PGlite takes one process. While a server runs on it, commands are done by that server: it listens on this machine
 * alone, and does what comes with the secret of a file that only its user can read.
 */

/** Where the server listens, and the secret it wants to hear. */
interface Address {
  port: number;
  secret: string;
}

/** What a command printed, or why it could not be done. */
type Answer = { printed: string } | { refused: string };

const fileIn = (dataDir: string): string => join(dataDir, "commands.json");

/** Longer than any command. */
const MAX_BYTES = 65_536;

/** Does the commands of other processes from now on; answers what ends it. */
export async function serveCommands(dataDir: string, database: CommandDatabase): Promise<() => Promise<void>> {
  const secret = newSecret();
  const server = createServer((request, response) => {
    const answered = isAllowed(request, secret) ? answer(database, request) : Promise.resolve(null);
    void answered.then(
      (found) => send(response, found === null ? 403 : 200, found),
      () => send(response, 500, null),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await writeAddress(dataDir, { port, secret });
  return async () => {
    await rm(fileIn(dataDir), { force: true });
    const closed = once(server, "close");
    server.close();
    await closed;
  };
}

function isAllowed({ method, headers }: IncomingMessage, secret: string): boolean {
  const [given, wanted] = [Buffer.from(headers.authorization ?? ""), Buffer.from(`Bearer ${secret}`)];
  const isShort = Number(headers["content-length"]) <= MAX_BYTES;
  return method === "POST" && isShort && given.length === wanted.length && timingSafeEqual(given, wanted);
}

async function answer(database: CommandDatabase, request: IncomingMessage): Promise<Answer> {
  try {
    // Who knows the secret is a Trilho of this folder, and sends what it has read from its own command line.
    return { printed: await perform(database, (await json(request)) as OnceCommand) };
  } catch (error) {
    if (error instanceof ConfigError) return { refused: error.message };
    throw error;
  }
}

function send(response: ServerResponse, status: number, body: Answer | null): void {
  response.writeHead(status, { "content-type": "application/json", connection: "close" });
  response.end(JSON.stringify(body));
}

async function writeAddress(dataDir: string, address: Address): Promise<void> {
  const file = fileIn(dataDir);
  const temporary = `${file}.new`;
  await rm(temporary, { force: true });
  await writeFile(temporary, JSON.stringify(address), { mode: 0o600 });
  await rename(temporary, file);
}

/**
 * What the server that runs on a folder printed for a command; null when none listens there.
 * Rejects with a `ConfigError` when it refuses.
 */
export async function askServer(dataDir: string, command: OnceCommand): Promise<string | null> {
  const address = await readAddress(dataDir);
  if (address === null) return null;
  const answered = await post(address, command);
  if (answered === null) return null;
  if ("refused" in answered) throw new ConfigError(answered.refused);
  return answered.printed;
}

async function readAddress(dataDir: string): Promise<Address | null> {
  try {
    const { port, secret } = JSON.parse(await readFile(fileIn(dataDir), "utf8")) as Partial<Address>;
    return typeof port === "number" && typeof secret === "string" ? { port, secret } : null;
  } catch (error) {
    if (codeOf(error) === "ENOENT" || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** A file that a crash left may name a port that is nobody's by now, or somebody else's. */
async function post({ port, secret }: Address, command: OnceCommand): Promise<Answer | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: JSON.stringify(command),
    });
    const answered = (await response.json()) as Partial<Record<"printed" | "refused", unknown>> | null;
    if (typeof answered?.printed === "string") return { printed: answered.printed };
    return typeof answered?.refused === "string" ? { refused: answered.refused } : null;
  } catch {
    return null;
  }
}
