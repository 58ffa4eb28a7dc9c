import { readFile, writeFile } from "node:fs/promises";
import { text } from "node:stream/consumers";

/** What the command line needs of its surroundings; tests bring their own. */
export interface Io {
  out(text: string): void;
  err(text: string): void;
  /** Throws where the file cannot be read. */
  read(path: string): Promise<string>;
  write(path: string, content: string): Promise<void>;
  stdin(): Promise<string>;
  /** Unix ms. */
  now(): number;
  /** Whether to colour what goes to standard output. */
  readonly colors: boolean;
  /** Whether to draw progress on standard error. */
  readonly progress: boolean;
}

/** The real ones. Colours only on a terminal, and not where NO_COLOR asks for none (no-color.org). */
export function nodeIo(): Io {
  return {
    out: (content) => void process.stdout.write(content),
    err: (content) => void process.stderr.write(content),
    read: (path) => readFile(path, "utf8"),
    write: (path, content) => writeFile(path, content, "utf8"),
    stdin: () => text(process.stdin),
    now: () => Date.now(),
    colors: process.stdout.isTTY && !process.env["NO_COLOR"],
    progress: process.stderr.isTTY,
  };
}
