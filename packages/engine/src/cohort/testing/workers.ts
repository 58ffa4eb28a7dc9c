import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { build } from "vite";

/** What a worker's file is to do: serve, or go wrong in one of several ways. */
export type Fate = "serves" | "breaks" | "falls" | "leaves";

/** The engine's worker as one script: Node.js 20 cannot run the sources as they are. */
async function bundle(): Promise<string> {
  const entry = fileURLToPath(new URL("serve.ts", import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: "silent",
    build: { write: false, minify: false, target: "node20", ssr: entry, rolldownOptions: { external: /^node:/ } },
    ssr: { noExternal: true },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((each) => ("output" in each ? each.output : []));
  return outputs.map((each) => (each.type === "chunk" ? each.code : "")).join("\n");
}

let script: Promise<string> | null = null;

/** Real threads that serve cohorts, one for each fate; `end` ends them. */
export async function openWorkers(...fates: Fate[]): Promise<{ workers: Worker[]; end: () => Promise<unknown> }> {
  script ??= bundle();
  const url = new URL(`data:text/javascript,${encodeURIComponent(await script)}`);
  const workers = fates.map((workerData) => new Worker(url, { workerData, execArgv: [] }));
  return { workers, end: () => Promise.all(workers.map((worker) => worker.terminate())) };
}
