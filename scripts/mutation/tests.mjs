import { join } from "node:path";
import { Writable } from "node:stream";
import { pathToFileURL } from "node:url";

const LEAST_MS = 45_000;
const SETUP = ["setup.ts", "coverage.ts"];

class AsGiven {
  sort = (files) => files;
  shard = (files) => files;
}

/** What became of a run: each file that ended, and when something last did. */
class Watcher {
  begin() {
    Object.assign(this, { files: [], failed: false, endedAt: Date.now() });
  }
  onTestModuleEnd(module) {
    const { duration, collectDuration, environmentSetupDuration, setupDuration } = module.diagnostic();
    const ms = duration + collectDuration + environmentSetupDuration + setupDuration;
    const failed = module.state() === "failed";
    this.files.push({ file: module.moduleId, failed, ms });
    this.failed ||= failed;
    this.endedAt = Date.now();
  }
  onTestRunEnd(_modules, errors) {
    this.failed ||= errors.length > 0;
  }
}

/**
 * The checkout's own Vitest with the test files under a folder, one file at a time: it keeps what it compiled and the
 * database from run to run, while every run's tests have a process of their own.
 */
export async function openTests(copy, under) {
  const { createVitest } = await import(pathToFileURL(join(copy, "node_modules/vitest/dist/node.js")).href);
  const watcher = new Watcher();
  const stdout = new Writable({ write: (_text, _encoding, done) => done() });
  const options = { root: copy, watch: false, maxWorkers: 1, reporters: [watcher] };
  const vitest = await createVitest("test", options, {}, { stdout, stderr: stdout });
  const setupFiles = SETUP.map((name) => join(copy, "scripts/mutation", name));
  vitest.config.sequence.sequencer = AsGiven;
  for (const { config } of vitest.projects) {
    config.setupFiles.push(...setupFiles);
    config.maxWorkers = 1;
  }

  const all = new Map(
    (await vitest.globTestSpecifications()).map((specification) => [specification.moduleId, specification]),
  );

  /** Runs these files in this order, with these variables in the environment of their processes; `isolate`: one for each. */
  async function run(files, env, isolate = false) {
    watcher.begin();
    for (const { config } of vitest.projects) config.isolate = isolate;
    vitest.config.env = env;
    await vitest.runTestSpecifications(files.map((file) => all.get(file)));
    return watcher;
  }

  /** Switches a mutant on for these files, until one fails. An endless loop is ended. */
  async function switchOn(id, files) {
    const limitMs = LEAST_MS + 5 * Math.max(...files.map(({ ms }) => ms));
    let isEndless = false;
    const limit = setInterval(() => {
      if (isEndless || Date.now() - watcher.endedAt < limitMs) return;
      isEndless = true;
      // Once asks the worker to stop; twice ends it.
      void vitest.cancelCurrentRun("keyboard-input");
      void vitest.cancelCurrentRun("keyboard-input");
    }, 500);
    const paths = files.map(({ file }) => file);
    const env = { __STRYKER_ACTIVE_MUTANT__: id };
    const { failed, files: ended } = await run(paths, env).finally(() => clearInterval(limit));
    const by = (ended.find((file) => file.failed) ?? ended.at(-1))?.file ?? paths[0];
    return isEndless ? { status: "Timeout" } : failed ? { status: "Killed", by } : { status: "Survived" };
  }

  /** Whether one of these files notices the mutant: what fails must fail again, lest a busy machine count as a test. */
  async function attempt(files, id) {
    for (const { config } of [vitest, ...vitest.projects]) config.bail = 1;
    for (let rest = files; rest.length > 0;) {
      const result = await switchOn(id, rest);
      if (result.status !== "Killed") return result;
      const index = rest.findIndex(({ file }) => file === result.by);
      const again = await switchOn(id, [rest[index]]);
      if (again.status !== "Survived") return { ...result, status: again.status };
      rest = rest.slice(index + 1);
    }
    return { status: "Survived" };
  }

  const files = [...all.keys()].filter((file) => file.startsWith(join(copy, under)));
  return { files, run, attempt, close: () => vitest.close() };
}
