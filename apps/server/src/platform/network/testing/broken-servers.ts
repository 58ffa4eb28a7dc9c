import { once } from "node:events";
import { createServer as createHttps } from "node:https";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { CERTIFICATE, KEY } from "../../../channels/testing/certificate.ts";

/** A server with which a connection goes wrong, at 127.0.0.1. */
export interface BrokenServer {
  port: number;
  close(): Promise<void>;
}

type Behaviour = (socket: Socket) => void;

const BEHAVIOURS = {
  closing: (socket) => socket.once("data", () => socket.destroy()),
  resetting: (socket) => socket.once("data", () => socket.resetAndDestroy()),
  "closing at once": (socket) => socket.destroy(),
  silent: () => undefined,
  garbled: (socket) => socket.write("garbage\r\n\r\n"),
  "garbled when asked": (socket) => socket.once("data", () => socket.write("garbage\r\n\r\n")),
  "dripping its head": (socket) => socket.once("data", () => repeat(socket, "HTTP/1.1 200 OK\r\nX-Drip: ".split(""))),
  "hinting without end": (socket) =>
    socket.once("data", () => repeat(socket, ["HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".repeat(50)])),
  "too talkative": (socket) =>
    socket.once("data", () => socket.write(`HTTP/1.1 200 OK\r\nX-Long: ${"x".repeat(64 * 1024)}\r\n\r\n`)),
} as const satisfies Readonly<Record<string, Behaviour>>;

/** Says one thing after the other, over and over, until the other side leaves. */
function repeat(socket: Socket, things: readonly string[]): void {
  let said = 0;
  const timer = setInterval(() => void socket.write(things[said++ % things.length] ?? ""), 10);
  socket.on("close", () => clearInterval(timer));
}

export type Fault = keyof typeof BEHAVIOURS | "self-signed" | "closed";

/** Starts a server with a fault; behind a closed door there is nobody. */
export async function startBroken(fault: Fault): Promise<BrokenServer> {
  const sockets = new Set<Socket>();
  const server: Server = fault === "self-signed" ? selfSigned() : createServer(behaving(fault));
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => "the other side has left");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  if (fault !== "closed") return { port, close };
  await close();
  return { port, close: async () => undefined };
}

const behaving = (fault: Exclude<Fault, "self-signed">): Behaviour | undefined =>
  fault === "closed" ? undefined : BEHAVIOURS[fault];

const selfSigned = (): Server =>
  createHttps({ cert: CERTIFICATE, key: KEY }, (_, response) => response.end()).on("tlsClientError", () => undefined);
