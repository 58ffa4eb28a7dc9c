import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface Scripted {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON unless it is text or bytes; absent: the connection is cut. */
  body?: unknown;
  /** Never answers. */
  silent?: boolean;
}

export interface Heard {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** A real HTTP server which answers what a test scripted, in order, and remembers what it was asked. */
export interface ScriptedService {
  server: Server;
  baseUrl: string;
  requests: Heard[];
  script: Scripted[];
  close(): void;
}

export async function startScriptedService(): Promise<ScriptedService> {
  const requests: Heard[] = [];
  const script: Scripted[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      requests.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
      const next = script.shift();
      if (next?.silent) return;
      if (next?.body === undefined && next?.status !== 204) {
        request.socket.destroy();
        return;
      }
      const isPlain = typeof next.body === "string" || next.body instanceof Uint8Array;
      response.writeHead(next.status ?? 200, {
        "content-type": isPlain ? "text/html" : "application/json",
        ...next.headers,
      });
      response.end(next.body === undefined ? "" : isPlain ? next.body : JSON.stringify(next.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    server,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    script,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A successful answer in the contract's envelope. */
export const data = (value: unknown): Scripted => ({ body: { data: value, message: null } });

export const page = (items: unknown[], nextCursor: string | null = null): Scripted =>
  data({ items, nextCursor, hasMore: nextCursor !== null });

/** An error in the contract's body. */
export const refusal = (status: number, change: object = {}, headers: Record<string, string> = {}): Scripted => ({
  status,
  headers,
  body: { error: "No.", code: "BAD_REQUEST", requestId: "req_1", ...change },
});

export const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );
