import { createContext, Script } from "node:vm";

/**
 * Ends work of the processor that takes too long: rules of repetition come from whoever sent an invitation, and some of
 * them have the library look for ever. What was limited must be left alone afterwards.
 */
export function createTimeLimit(ms: number): <T>(work: () => T) => T {
  const box: { work: () => unknown } = { work: () => undefined };
  const context = createContext(box);
  const script = new Script("work()");
  return <T>(work: () => T): T => {
    box.work = work;
    // The script answers what the work does.
    return script.runInContext(context, { timeout: ms }) as T;
  };
}
