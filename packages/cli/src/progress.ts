import type { Io } from "./io.ts";

const WIDTH = 24;

/** A bar on standard error that is drawn over itself; nothing where standard error is no terminal. */
export function progressBar(title: string, io: Io) {
  let drawn = "";
  const draw = (line: string) => {
    if (!io.progress || line === drawn) return;
    io.err(`\r${line.padEnd(drawn.length)}`);
    drawn = line;
  };
  return {
    show: ({ done, size }: { done: number; size: number }) => {
      const share = size === 0 ? 1 : done / size;
      const filled = Math.floor(share * WIDTH);
      draw(`${title} ${"█".repeat(filled)}${"░".repeat(WIDTH - filled)} ${Math.floor(share * 100)} %`);
    },
    clear: () => {
      if (drawn !== "") io.err(`\r${" ".repeat(drawn.length)}\r`);
      drawn = "";
    },
  };
}
