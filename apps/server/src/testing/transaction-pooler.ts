import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A pooler before a PostgreSQL server, as PgBouncer is before 1.21 with `pool_mode = transaction`. */
interface TransactionPooler {
  url: string;
  /** How many transactions came to another session than the one before of their connection. */
  moved(): number;
  close(): Promise<void>;
}

const READY = "Z".charCodeAt(0);
const KEY_DATA = "K".charCodeAt(0);
const IDLE = "I".charCodeAt(0);

interface Session {
  socket: Socket;
  client: Client | null;
}

interface Client {
  socket: Socket;
  last: Session;
  session: Session | null;
  isReady: boolean;
}

/**
 * Each connection logs in at a session of its own. From then on, every transaction gets a session that is free, another
 * one than the last where there is one, and knows nothing of what was prepared there.
 */
export async function startTransactionPooler(server: string): Promise<TransactionPooler> {
  const { hostname, port } = new URL(server);
  const free: Session[] = [];
  const waiting: { client: Client; data: Buffer }[] = [];
  const sockets = new Set<Socket>();
  let moved = 0;

  function give(client: Client, data: Buffer): void {
    if (client.session === null) {
      const other = free.findIndex((session) => session !== client.last);
      const [session] = free.splice(Math.max(other, 0), 1);
      if (session === undefined) return void waiting.push({ client, data });
      if (session !== client.last) moved += 1;
      [client.session, client.last, session.client] = [session, session, client];
    }
    client.session.socket.write(data);
  }

  function release(session: Session): void {
    if (session.client !== null) session.client.session = null;
    session.client = null;
    free.push(session);
    const next = waiting.shift();
    if (next !== undefined) give(next.client, next.data);
  }

  /** One message of the server, whole. */
  function pass(session: Session, message: Buffer): void {
    const { client } = session;
    // No session's process: those that a client talks to differ.
    if (message[0] === KEY_DATA) message.writeInt32BE(1, 5);
    client?.socket.write(message);
    if (message[0] !== READY) return;
    if (client !== null) client.isReady = true;
    if (message[5] === IDLE) release(session);
  }

  const listener = createServer((socket) => {
    const upstream = connect(Number(port), hostname);
    const session: Session = { socket: upstream, client: null };
    const client: Client = { socket, last: session, session, isReady: false };
    session.client = client;
    sockets.add(socket).add(upstream);
    socket.on("error", () => socket.destroy());
    upstream.on("error", () => upstream.destroy());
    socket.on("data", (data) => {
      if (!client.isReady) upstream.write(data);
      // One that says good-bye leaves its session to others.
      else if (data[0] !== "X".charCodeAt(0)) give(client, data);
    });
    let held = Buffer.alloc(0);
    upstream.on("data", (data) => {
      held = Buffer.concat([held, data]);
      while (held.length >= 5 && held.length > held.readInt32BE(1)) {
        const size = held.readInt32BE(1) + 1;
        pass(session, Buffer.from(held.subarray(0, size)));
        held = held.subarray(size);
      }
    });
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address() as AddressInfo;
  return {
    url: Object.assign(new URL(server), { hostname: "127.0.0.1", port: String(address.port) }).href,
    moved: () => moved,
    async close() {
      for (const socket of sockets) socket.destroy();
      listener.close();
      await once(listener, "close");
    },
  };
}
