/**
 * One end of a channel between threads: a browser's `Worker` or `MessagePort`, a worker's own global scope (`self`), or a
 * `Worker`, `MessagePort` or `parentPort` of node:worker_threads. The engine imports none of them.
 */
export type CohortPort = { postMessage(message: unknown, transfer: ArrayBuffer[]): void } & (EmitterPort | TargetPort);

/** As in Node.js. */
export interface EmitterPort {
  on(event: string, listener: (value: unknown) => void): unknown;
  off(event: string, listener: (value: unknown) => void): unknown;
}

/** As in browsers. */
export interface TargetPort {
  addEventListener(type: string, listener: (event: object) => void): void;
  removeEventListener(type: string, listener: (event: object) => void): void;
  /** A `MessagePort` delivers nothing before. */
  start?(): void;
}

/** What comes in from the other end. */
export interface PortListeners {
  message(data: unknown): void;
  /** The other end is gone, or cannot be understood. */
  broken(why: string): void;
}

const BREAKS = ["error", "messageerror", "exit", "close"] as const;

/** Listens to a port; gives what stops listening. */
export function listen(port: CohortPort, listeners: PortListeners): () => void {
  return isEmitter(port) ? listenToEmitter(port, listeners) : listenToTarget(port, listeners);
}

/** Whether a thread of Node.js has ended, and will say so no more. */
export function isGone(port: CohortPort): boolean {
  return "threadId" in port && port.threadId === -1;
}

function isEmitter(port: EmitterPort | TargetPort): port is EmitterPort {
  return "on" in port && typeof port.on === "function";
}

function listenToEmitter(port: EmitterPort, { message, broken }: PortListeners): () => void {
  const breaks = BREAKS.map((event) => [event, (value: unknown) => broken(reason(event, value))] as const);
  port.on("message", message);
  for (const [event, listener] of breaks) port.on(event, listener);
  return () => {
    port.off("message", message);
    for (const [event, listener] of breaks) port.off(event, listener);
  };
}

function listenToTarget(port: TargetPort, { message, broken }: PortListeners): () => void {
  const receive = (event: object) => "data" in event && message(event.data);
  const breaks = BREAKS.map((event) => [event, (value: unknown) => broken(reason(event, value))] as const);
  port.addEventListener("message", receive);
  for (const [event, listener] of breaks) port.addEventListener(event, listener);
  port.start?.();
  return () => {
    port.removeEventListener("message", receive);
    for (const [event, listener] of breaks) port.removeEventListener(event, listener);
  };
}

function reason(event: string, value: unknown): string {
  const message = typeof value === "object" && value !== null && "message" in value ? value.message : null;
  return typeof message === "string" && message !== "" ? message : `The worker reports “${event}”.`;
}
