import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

type Answer = (response: ServerResponse, request: ReceivedRequest) => void;

/** Somebody else's HTTP server: keeps what it is sent, and answers what it is told, else 200. */
export interface Receiver {
  url: string;
  requests: ReceivedRequest[];
  /** What the next request is answered. */
  next(answer: Answer): void;
  close(): Promise<void>;
}

export const answer =
  (status: number, body = "", headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end(body);

export async function startReceiver(otherwise: Answer = answer(200, "thanks")): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const answers: Answer[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    const { method = "", url: path = "", headers } = incoming;
    const request = { method, path, headers, body: Buffer.concat(chunks).toString("utf8") };
    requests.push(request);
    (answers.shift() ?? otherwise)(response, request);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    next: (given) => void answers.push(given),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A mail server: keeps the sources of mails, and refuses the next one where it is told to. */
export interface Mailbox {
  url: string;
  mails: string[];
  refuseNext(status: number): void;
  /** Takes the next mail, and answers once that is over. */
  holdNext(until: () => Promise<void>): void;
  close(): Promise<void>;
}

export async function startMailbox(): Promise<Mailbox> {
  const mails: string[] = [];
  const refusals: number[] = [];
  const holds: (() => Promise<void>)[] = [];
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData(stream, _session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const responseCode = refusals.shift();
        if (responseCode !== undefined) return callback(Object.assign(new Error("Not now"), { responseCode }));
        mails.push(Buffer.concat(chunks).toString("utf8"));
        await holds.shift()?.();
        callback();
      });
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    refuseNext: (status) => void refusals.push(status),
    holdNext: (until) => void holds.push(until),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
