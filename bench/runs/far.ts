import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { closed } from "./children.ts";

const PROXY = fileURLToPath(new URL("./far-proxy.js", import.meta.url));

/** A database as it is behind a network that takes its time. */
export interface FarDatabase {
  readonly url: string;
  close(): Promise<void>;
}

/** What is sent to the database arrives `delayMs` later, and so does what it answers. */
export async function openFar(databaseUrl: string, delayMs: number): Promise<FarDatabase> {
  const { hostname, port } = new URL(databaseUrl);
  const proxy = fork(PROXY, [hostname, port, String(delayMs)]);
  const [own] = (await once(proxy, "message")) as [number];
  const url = Object.assign(new URL(databaseUrl), { hostname: "127.0.0.1", port: String(own) });
  // Else the socket that it may name would be taken, past the proxy.
  url.searchParams.delete("host");
  return { url: url.href, close: () => closed(proxy) };
}
