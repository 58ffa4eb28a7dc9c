import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { delimiter, join } from "node:path";
import { expect } from "vitest";
import { candidateUsers } from "../platform/database/embedded/user.ts";
import { temporaryFolder } from "./open-test-store.ts";

/** Programs to try, such as one before 1.21 and one after; by `TRILHO_TEST_PGBOUNCER`, separated as those of a PATH. */
export const PGBOUNCERS: readonly string[] = (process.env["TRILHO_TEST_PGBOUNCER"] ?? "")
  .split(delimiter)
  .filter((program) => program !== "");

/** A PgBouncer in transaction mode before a database. */
export interface Pgbouncer {
  url: string;
  close(): Promise<void>;
}

/** As operators are advised to set it up: it does not keep those waiting for long who ask for a server that is away. */
const settingsFor = (database: URL, port: number): string => `[databases]
* = host=${database.hostname} port=${database.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = users.txt
pool_mode = transaction
server_login_retry = 1
query_wait_timeout = 10
`;

export async function startPgbouncer(program: string, databaseUrl: string): Promise<Pgbouncer> {
  const [folder, port] = await Promise.all([temporaryFolder(), freePort()]);
  const database = new URL(databaseUrl);
  const files = { "pgbouncer.ini": settingsFor(database, port), "users.txt": userOf(database) };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  // Root it refuses to run as, as PostgreSQL does.
  const [user = null] = candidateUsers(folder);
  if (user !== null) for (const name of ["", ...Object.keys(files)]) chownSync(join(folder, name), user.uid, user.gid);
  const child = spawn(program, ["-q", "pgbouncer.ini"], { cwd: folder, stdio: "ignore", ...user });
  const ended = once(child, "close");
  await expect.poll(() => isOpen(port)).toBe(true);
  return {
    url: Object.assign(new URL(databaseUrl), { hostname: "127.0.0.1", port: String(port) }).href,
    async close() {
      child.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const userOf = ({ username, password }: URL): string => `"${username}" "${password}"\n`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await once(server.close(), "close");
  return port;
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
