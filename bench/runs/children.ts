import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Message, Order } from "./protocol.ts";

const WORKER = fileURLToPath(new URL("./worker.js", import.meta.url));

/** A process at runs. */
export interface Child {
  begin(): void;
  /** Its processor time so far, µs. */
  cpuUs(): Promise<number>;
  close(): Promise<void>;
}

export async function startChild(order: Order): Promise<Child> {
  const child = fork(WORKER, [JSON.stringify(order)]);
  const told = async (): Promise<Message> => (await once(child, "message"))[0] as Message;
  if ((await told()) !== "ready") throw new Error("The worker did not start");
  return {
    begin: () => void child.send("begin"),
    async cpuUs() {
      const answer = told();
      child.send("usage");
      const message = await answer;
      return message === "ready" ? Number.NaN : message.cpuUs;
    },
    async close() {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}
