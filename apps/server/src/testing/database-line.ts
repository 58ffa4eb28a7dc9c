import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** The way to a database: what a name, a balancer or a proxy is that leads to whichever server is the one to use. */
export interface DatabaseLine {
  /** Of the database by this way. */
  url: string;
  /** From now on, new connections are led to this database; those that are there stay. */
  lead(database: string): void;
  /** Ends all connections, and takes none. */
  cut(): Promise<void>;
  /** Takes connections again. */
  mend(): Promise<void>;
  /** Those that are there hear nothing more and reach nobody, as if the machine at their end had vanished. */
  silence(): void;
  close(): Promise<void>;
}

/** Opens a way to the database at `url`. */
export async function openLine(url: string): Promise<DatabaseLine> {
  const pairs = new Set<readonly [near: Socket, far: Socket]>();
  const silent = new WeakSet<Socket>();
  let target = new URL(url);

  async function listen(port: number): Promise<Server> {
    const made = createServer((near) => {
      const far = connect(Number(target.port), target.hostname);
      const pair = [near, far] as const;
      pairs.add(pair);
      for (const socket of pair) socket.on("error", () => undefined);
      near.once("close", () => {
        pairs.delete(pair);
        far.destroy();
      });
      far.once("close", () => {
        if (!silent.has(near)) near.destroy();
      });
      near.pipe(far).pipe(near);
    }).listen(port, "127.0.0.1");
    await once(made, "listening");
    return made;
  }

  let listening = await listen(0);
  const { port } = listening.address() as AddressInfo;

  async function cut(): Promise<void> {
    const closed = once(listening.close(), "close");
    for (const socket of [...pairs].flat()) socket.destroy();
    await closed;
  }

  return {
    url: Object.assign(new URL(url), { port: String(port), hostname: "127.0.0.1" }).href,
    lead: (database) => void (target = new URL(database)),
    cut,
    async mend() {
      listening = await listen(port);
    },
    silence() {
      for (const [near, far] of pairs) {
        silent.add(near);
        far.unpipe(near);
        near.unpipe(far).resume();
        far.destroy();
      }
    },
    close: () => (listening.listening ? cut() : Promise.resolve()),
  };
}
