import type { FastifyInstance } from "fastify";
import { codeOf, reasonOf } from "../platform/database/errors.ts";
import { addressOf } from "./address.ts";

/** The server cannot listen where it was told to. */
export class ListenError extends Error {
  override name = "ListenError";
}

/** Answers the URL. Rejects with a `ListenError`. */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const hint = LISTEN_HINTS[codeOf(error) ?? ""]?.({ host, port }) ?? reasonOf(error);
    throw new ListenError(`Cannot listen on ${host}:${port}: ${hint}.`);
  }
  return addressOf(app.server.address(), host);
}

const LISTEN_HINTS: Readonly<Record<string, (at: { host: string; port: number }) => string>> = {
  EADDRINUSE: ({ port }) => `port ${port} is in use. Stop the program that uses it, or choose another port with PORT`,
  EACCES: ({ port }) => `port ${port} needs more rights. Choose a port above 1023 with PORT`,
  EADDRNOTAVAIL: () => "this machine does not have that address. Choose another one with HOST",
  ENOTFOUND: () => "that host is not known. Choose another one with HOST",
};
