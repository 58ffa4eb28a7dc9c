import { createContext, Script } from "node:vm";

/** On a machine that is busy with something else, so many times as long is waited for the processor. */
const PATIENCE = 16;

/** Processor time of this process, in ms: a machine that is busy with something else does as much, only later. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Ends work of the processor that takes too long: rules of repetition come from whoever sent an invitation, and some of
 * them have the library look for ever. Ended early because the machine was busy, it is begun anew and given longer; what
 * was ended for good must be left alone afterwards.
 */
export function createTimeLimit(ms: number): <T>(work: () => T) => T {
  const box: { work: () => unknown } = { work: () => undefined };
  const context = createContext(box);
  const script = new Script("work()");
  return <T>(work: () => T): T => {
    box.work = work;
    for (let timeout = ms; ; timeout *= 2) {
      const before = processorMs();
      try {
        // The script answers what the work does.
        return script.runInContext(context, { timeout }) as T;
      } catch (error) {
        const isLate = isTimeout(error) && processorMs() - before < ms;
        if (!isLate || timeout >= PATIENCE * ms) throw error;
      }
    }
  };
}

/** It is an error of the script's own world. */
const isTimeout = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
