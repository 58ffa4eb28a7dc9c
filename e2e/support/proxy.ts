import { createServer, request as forward, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** How a request is answered instead of by the server. */
export type Answer =
  /** With a status of the proxy's own: an object as JSON, a text as a page. */
  | { status: number; headers?: Record<string, string>; body: object | string }
  /** Never, until the proxy behaves again: then the connection is cut. */
  | "hang"
  /** With half of the server's answer, and then nothing. */
  | "cut"
  /** With the server's answer, changed. */
  | { change: (body: Record<string, unknown>) => unknown };

interface Rule {
  method: string;
  path: RegExp;
  answer: Answer;
}

/** Stands in front of the real server, passes everything on, and misbehaves when told to. */
export interface Proxy {
  /** Base URL without a trailing slash. */
  url: string;
  /** Answers requests of a method to paths like this one wrongly from now on, and no others. */
  misbehave(method: string, path: RegExp, answer: Answer): void;
  behave(): void;
  stop(): Promise<void>;
}

/** Starts a proxy on a free port. */
export async function startProxy(target: string): Promise<Proxy> {
  let rule: Rule | null = null;
  const hanging = new Set<ServerResponse>();
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", target).pathname;
    const applies = rule !== null && rule.method === request.method && rule.path.test(path);
    const answer = applies && rule !== null ? rule.answer : null;
    if (answer === "hang") hanging.add(response);
    else if (typeof answer === "object" && answer !== null && "status" in answer) tell(response, answer);
    else pass(target, request, response, answer);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const behave = (): void => {
    rule = null;
    for (const response of hanging) response.destroy();
    hanging.clear();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    misbehave: (method, path, answer) => {
      behave();
      rule = { method, path, answer };
    },
    behave,
    stop: () =>
      new Promise((resolve) => {
        behave();
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function tell(response: ServerResponse, { status, headers = {}, body }: Extract<Answer, { status: number }>): void {
  const isPage = typeof body === "string";
  response.writeHead(status, { "content-type": isPage ? "text/html" : "application/json", ...headers });
  response.end(isPage ? body : JSON.stringify(body));
}

type Passed = "cut" | Extract<Answer, { change: unknown }> | null;

function pass(target: string, request: IncomingMessage, response: ServerResponse, answer: Passed): void {
  const { host: _host, "accept-encoding": _encoding, ...headers } = request.headers;
  const asking = forward(new URL(request.url ?? "/", target), { method: request.method ?? "GET", headers }, (from) => {
    const { "content-length": length, ...rest } = from.headers;
    if (answer === null) {
      response.writeHead(from.statusCode ?? 502, from.headers);
      from.pipe(response);
      return;
    }
    const chunks: Buffer[] = [];
    from.on("data", (chunk: Buffer) => chunks.push(chunk));
    from.on("end", () => {
      const body = Buffer.concat(chunks);
      if (answer === "cut") {
        response.writeHead(from.statusCode ?? 502, { ...rest, "content-length": length ?? String(body.length) });
        response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
        return;
      }
      response.writeHead(from.statusCode ?? 502, rest);
      response.end(JSON.stringify(answer.change(JSON.parse(body.toString("utf8")) as Record<string, unknown>)));
    });
  });
  asking.on("error", () => response.destroy());
  request.pipe(asking);
}

/** A refusal as the contract's API words it. */
export const refusal = (status: number, code: string, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  body: { error: "This is what the server says.", code, requestId: "req_0123456789" },
});
