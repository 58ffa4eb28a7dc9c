import { once } from "node:events";
import { createServer } from "node:net";
import type { FastifyInstance } from "fastify";
import { codeOf, reasonOf } from "../platform/service/thrown.ts";
import { addressOf } from "./address.ts";

/** The server cannot listen where it was told to. */
export class ListenError extends Error {
  override name = "ListenError";
}

/** Answers the URL. Rejects with a `ListenError`. */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  await app.listen({ host, port }).catch((error: unknown) => {
    throw listenError(error, host, port);
  });
  return addressOf(app.server.address(), host);
}

/** That a server may listen there, found out before anything is made for it. Rejects with a `ListenError`. */
export async function tryPort(host: string, port: number): Promise<void> {
  const server = createServer();
  try {
    await once(server.listen(port, host), "listening");
  } catch (error) {
    throw listenError(error, host, port);
  }
  server.close();
  await once(server, "close");
}

function listenError(error: unknown, host: string, port: number): ListenError {
  const hint = LISTEN_HINTS[codeOf(error) ?? ""]?.({ host, port }) ?? reasonOf(error);
  return new ListenError(`Cannot listen on ${host}:${port}: ${hint}.`);
}

const LISTEN_HINTS: Readonly<Record<string, (at: { host: string; port: number }) => string>> = {
  EADDRINUSE: ({ port }) => `port ${port} is in use. Stop the program that uses it, or choose another port with PORT`,
  EACCES: ({ port }) => `port ${port} needs more rights. Choose a port above 1023 with PORT`,
  EADDRNOTAVAIL: () => "this machine does not have that address. Choose another one with HOST",
  ENOTFOUND: () => "that host is not known. Choose another one with HOST",
};
