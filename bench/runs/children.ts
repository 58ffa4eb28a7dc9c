import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Message, Order, Question } from "./protocol.ts";

const WORKER = fileURLToPath(new URL("./worker.js", import.meta.url));

/** A process at runs. It may begin again after it ended, with its code compiled and all else new. */
export interface Child {
  begin(): Promise<void>;
  /** Looks now instead of in a moment. */
  look(): Promise<void>;
  end(): Promise<void>;
  /** Its processor time so far, µs. */
  cpuUs(): Promise<number>;
  close(): Promise<void>;
}

export async function startChild(order: Order): Promise<Child> {
  const child = fork(WORKER, [JSON.stringify(order)]);
  const told = async (): Promise<Message> => (await once(child, "message"))[0] as Message;
  if ((await told()) !== "ready") throw new Error("The worker did not start");
  const ask = async (question: Question): Promise<number> => {
    const answer = told();
    child.send(question);
    const message = await answer;
    return message === "ready" ? Number.NaN : message.cpuUs;
  };
  return {
    begin: async () => void (await ask("begin")),
    look: async () => void (await ask("look")),
    end: async () => void (await ask("end")),
    cpuUs: () => ask("usage"),
    close: () => closed(child),
  };
}

/** Ends a process that ends when nobody listens any more. */
export async function closed(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.disconnect();
  await ended;
}
