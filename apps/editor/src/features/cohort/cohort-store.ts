import type { GraphDefinition, SimulationError } from "@trilho/engine";
import type { CohortModel, CohortResult } from "@trilho/engine/cohort";
import { createStore } from "zustand/vanilla";
import type { StoreApi } from "zustand/vanilla";
import { openHelper } from "../../browser/ask-worker.ts";
import type { Helper } from "../../browser/ask-worker.ts";
import { essenceOf } from "../../simulation/essence.ts";
import type { FromWorker, Start, ToWorker } from "./protocol.ts";
import { FIRST_SETTINGS } from "./settings.ts";
import type { CohortSettings } from "./settings.ts";

/** A cohort that has been run. */
export interface RanCohort {
  result: CohortResult;
  definition: GraphDefinition;
  /** Of what it was run with; another one means that the result is out of date. */
  essence: string;
  /** How long it took, ms. */
  tookMs: number;
  /** When it was there, ms of the page's clock. */
  at: number;
}

export interface CohortState {
  settings: CohortSettings;
  /** How far the running one is; null while none runs. */
  progress: { done: number; size: number } | null;
  ran: RanCohort | null;
  /** Why the last one broke off: the engine's error, or what was thrown; "" where unknown. */
  failure: SimulationError | string | null;
}

/** The cohorts of one panel: at most one runs at a time, in a worker of its own. */
export interface Cohort {
  store: StoreApi<CohortState>;
  change(patch: Partial<CohortSettings>): void;
  start(definition: GraphDefinition, model: CohortModel): void;
  /** Stops the running one early; what it has counted is shown. */
  cancel(): void;
  /** Ends the worker at once. */
  stop(): void;
}

/** The same text for cohorts that come out the same. */
export const cohortEssence = (definition: GraphDefinition, model: CohortModel, settings: CohortSettings): string =>
  JSON.stringify([essenceOf(definition), model, settings.size, settings.seed]);

const STOP: ToWorker = { type: "stop" };

type Remembered = Pick<CohortState, "settings" | "ran">;
const byId = new Map<string, Remembered>();
const byEditor = new WeakMap<object, Remembered>();

/** The cohorts of a panel; settings and the last result outlive it, by automation or editor. */
export function createCohort(owner: string | object): Cohort {
  const before = typeof owner === "string" ? byId.get(owner) : byEditor.get(owner);
  const store = createStore<CohortState>()(() => ({
    settings: before?.settings ?? FIRST_SETTINGS,
    ran: before?.ran ?? null,
    progress: null,
    failure: null,
  }));
  store.subscribe(({ settings, ran }) => {
    if (typeof owner === "string") byId.set(owner, { settings, ran });
    else byEditor.set(owner, { settings, ran });
  });
  let helper: Helper | null = null;
  const stop = (): void => {
    helper?.end();
    helper = null;
    if (store.getState().progress) store.setState({ progress: null });
  };
  return {
    store,
    change: (patch) => store.setState(({ settings }) => ({ settings: { ...settings, ...patch } })),
    start(definition, model) {
      stop();
      const { settings } = store.getState();
      const { size, seed } = settings;
      const essence = cohortEssence(definition, model, settings);
      const startedAt = performance.now();
      store.setState({ progress: { done: 0, size }, failure: null });
      helper = open({ type: "start", definition, model, size, seed }, (message) => {
        if (message.type === "progress") return store.setState({ progress: message });
        stop();
        if (message.type === "failed") return store.setState({ failure: message.message });
        const at = performance.now();
        const ran = { result: message.result, definition, essence, tookMs: at - startedAt, at };
        store.setState({ ran, failure: message.result.error });
      });
    },
    cancel: () => helper?.tell(STOP),
    stop,
  };
}

const open = (start: Start, tell: (message: FromWorker) => void): Helper =>
  openHelper<FromWorker>(
    () => new Worker(new URL("./cohort.worker.ts", import.meta.url), { type: "module" }),
    start,
    tell,
    () => besides(start, tell),
  );

/** Where there are no workers: in between other work. It is told no more than to stop, which leaves what it has counted. */
function besides(start: Start, tell: (message: FromWorker) => void): Helper {
  const stopping = new AbortController();
  let isHeard = true;
  const hear = (message: FromWorker): void => void (isHeard && tell(message));
  void import("./run-cohort.ts").then(
    ({ runCohort }) => runCohort(start, { signal: stopping.signal }, hear),
    () => hear({ type: "failed", message: "" }),
  );
  const stop = (): void => stopping.abort();
  return {
    tell: stop,
    end: () => {
      isHeard = false;
      stop();
    },
  };
}
