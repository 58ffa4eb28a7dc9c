import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { bundleOf } from "./bundle.ts";
import { temporaryFolder, type TestStore } from "./open-test-store.ts";

/** In ms of the processor of a common machine: between two turns of the event loop at most, and in all. */
export interface Busy {
  longestBlock: number;
  total: number;
}

/** The server as it is started, with its workers, as a process of its own. */
export interface MeasuredServer {
  /** With a slash at its end. */
  url: string;
  /** How long its processor was busy since this was asked last. */
  busy(): Promise<Busy>;
  close(): Promise<void>;
}

export async function startMeasuredServer({ url: databaseUrl, serverSecret }: TestStore): Promise<MeasuredServer> {
  const folder = await temporaryFolder();
  const settings = { TRILHO_DATA_DIR: folder, TRILHO_DEMO: "off", TRILHO_TRUST_PROXY: "loopback" };
  const child = spawn(process.execPath, [await bundleOf("testing/measured-server.ts")], {
    env: { ...process.env, ...settings, PORT: "0", DATABASE_URL: databaseUrl ?? "", TRILHO_SECRET: serverSecret },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  return {
    url: await Promise.race([urlOf(child), ended.then(() => Promise.reject(new Error("The server ended")))]),
    async busy() {
      const reported = once(child, "message");
      child.send("busy");
      const [busy] = (await reported) as [Busy];
      return busy;
    },
    async close() {
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Where it listens, as it says itself. */
const urlOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    let printed = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      if (printed.includes("Ctrl-C")) resolve(/http:\S+\//.exec(printed)?.[0] ?? "");
    });
  });
