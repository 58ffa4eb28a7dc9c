import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import type { Job } from "./jobs.ts";
import type { Message, Order } from "./protocol.ts";

/** What a turn of requests came to. */
export interface Turn {
  readonly requestsPerSecond: number;
  /** Processor time of the server for one request. */
  readonly cpuNs: number;
}

/** A server in a process of its own. */
export interface Child {
  /** Of the API, without a slash at its end. */
  readonly url: string;
  turn(job: Job, connections: number, seconds: number): Promise<Turn>;
  /** Ends the process, and waits until it has. */
  close(): Promise<void>;
}

const SERVE = fileURLToPath(new URL("./serve.js", import.meta.url));

export async function startChild(order: Order, headers: Record<string, string>): Promise<Child> {
  const child = fork(SERVE, [JSON.stringify(order)]);
  const told = async (): Promise<Message> => (await once(child, "message"))[0] as Message;
  const first = await told();
  if (!("port" in first)) throw new Error("The server did not start");

  async function cpuUs(): Promise<number> {
    const answer = told();
    child.send("usage");
    const message = await answer;
    return "cpuUs" in message ? message.cpuUs : Number.NaN;
  }

  const url = `http://127.0.0.1:${first.port}/api/v1`;
  return {
    url,
    async turn({ method, path, body }, connections, seconds) {
      const before = await cpuUs();
      const json = body === undefined ? {} : { body, headers: { ...headers, "content-type": "application/json" } };
      const result = await autocannon({ url: url + path, method, connections, duration: seconds, headers, ...json });
      const { total } = result.requests;
      if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests failed`);
      return { requestsPerSecond: total / result.duration, cpuNs: (((await cpuUs()) - before) * 1000) / total };
    },
    async close() {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}
