import type { Benchmark, Measured } from "./harness/benchmark.ts";
import { JOBS } from "./server/jobs.ts";

/** Every benchmark by its place; loaded when it is measured, so that peers of others cost nothing. */
export const BENCHMARKS: Readonly<Record<string, () => Promise<Benchmark | Measured>>> = {
  "engine/validate/graph50": async () => (await import("./engine/validate/graph50.ts")).graph50,
  "engine/validate/problems": async () => (await import("./engine/validate/problems.ts")).problems,
  "engine/validate/scale": async () => (await import("./engine/validate/scale.ts")).scale,
  "engine/run/trace26": async () => (await import("./engine/run/trace26.ts")).trace26,
  "engine/run/cohort": async () => (await import("./engine/run/cohort.ts")).cohort,
  "engine/interactions/analyse": async () => (await import("./engine/interactions/analyse.ts")).analyse,
  "engine/interactions/edit": async () => (await import("./engine/interactions/edit.ts")).edit,
  "engine/session/connect": async () => (await import("./engine/session/connect.ts")).connect,
  "engine/session/edits": async () => (await import("./engine/session/edits.ts")).edits,
  "server/read": async () => (await import("./server/requests.ts")).requests(JOBS.read),
  "server/list": async () => (await import("./server/requests.ts")).requests(JOBS.list),
  "server/deals-list": async () => (await import("./server/deals/list.ts")).dealsList,
  "server/write": async () => (await import("./server/requests.ts")).requests(JOBS.write),
  "server/start": async () => (await import("./server/start.ts")).start,
  "runs/throughput": async () => (await import("./runs/throughput.ts")).throughput("embedded"),
  "runs/throughput-postgres": async () => (await import("./runs/throughput.ts")).throughput("given"),
  "runs/throughput-far": async () => (await import("./runs/throughput.ts")).throughput("far"),
  "runs/hooks": async () => (await import("./runs/hooks.ts")).hooks,
  "runs/waiting": async () => (await import("./runs/waiting.ts")).waiting,
  "runs/migrate": async () => (await import("./runs/migrate.ts")).migrate,
  "runs/latency": async () => (await import("./runs/latency.ts")).latency,
  "runs/dead-endpoint": async () => (await import("./runs/dead-endpoint.ts")).deadEndpoint,
  "editor/drag": async () => (await import("./editor/drag.ts")).drag,
  "editor/keystroke": async () => (await import("./editor/keystroke.ts")).keystroke,
  "editor/open50": async () => (await import("./editor/open.ts")).open50,
  "editor/open1000": async () => (await import("./editor/open.ts")).open1000,
  "editor/list": async () => (await import("./editor/list.ts")).list,
  "editor/leak": async () => (await import("./editor/leak.ts")).leak,
};
