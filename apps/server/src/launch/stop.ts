import closeWithGrace from "close-with-grace";

/** How long a stop may take before the process ends anyway. */
const STOP_MS = 30_000;
/** Who tells a process and its group to end sends the same thing twice, and a hurried Ctrl-C takes longer. */
const SAME_MS = 1_000;

const STOPS = ["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM"] as const;
/** Some tools use it for purposes of their own; left alone, it would end the process. */
const HARMLESS = "SIGUSR2";

/**
 * Closes once the process is told to end, by a signal or an error that nobody caught, and ends it. A second signal ends
 * it at once, unless it comes together with the first.
 */
export function closeOnSignal(close: () => Promise<void>): void {
  let first: number | null = null;
  const closing = closeWithGrace({ delay: STOP_MS, skip: [...STOPS, HARMLESS] }, async ({ err }) => {
    first ??= performance.now();
    if (err) process.stderr.write(`${err.stack ?? err.message}\n`);
    await close();
  });
  const stop = (signal: NodeJS.Signals): void => {
    if (first === null) closing.close();
    else if (performance.now() - first > SAME_MS) {
      process.stderr.write(`A second ${signal}: ended at once.\n`);
      process.exit(1);
    }
  };
  for (const signal of STOPS) process.on(signal, stop);
  process.on(HARMLESS, () => undefined);
}
