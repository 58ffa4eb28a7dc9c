import { createServer, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

export interface ProviderCall {
  /** The idempotency key of the run's action. */
  key: string;
  /** The process that made it. */
  worker: number;
}

/** Another system that workers call: answers nobody before it is told to, and from then on everybody at once. */
export interface SlowProvider {
  url: string;
  /** As they arrived. */
  calls: readonly ProviderCall[];
  underWay(): ProviderCall[];
  answerAll(): void;
  close(): Promise<void>;
}

export async function startSlowProvider(): Promise<SlowProvider> {
  const calls: ProviderCall[] = [];
  const open = new Map<ProviderCall, ServerResponse>();
  let isSlow = true;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const call = JSON.parse(Buffer.concat(chunks).toString()) as ProviderCall;
    calls.push(call);
    if (isSlow) open.set(call, response);
    else response.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    calls,
    underWay: () => [...open.keys()],
    answerAll() {
      isSlow = false;
      for (const response of open.values()) response.end();
      open.clear();
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
