import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** What the command line needs of its surroundings; tests bring their own. */
export interface Io {
  out(text: string): void;
  err(text: string): void;
  /** Throws where the file cannot be read. */
  read(path: string): Promise<string>;
  /** The JSON files in a folder and those below it, in order. Throws where it cannot be read. */
  list(folder: string): Promise<string[]>;
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
    list: listJson,
    write: (path, content) => writeFile(path, content, "utf8"),
    stdin: () => text(process.stdin),
    now: () => Date.now(),
    colors: process.stdout.isTTY && !process.env["NO_COLOR"],
    progress: process.stderr.isTTY,
  };
}

/** What packages and tools keep for themselves is not looked at. */
const isOthers = (name: string): boolean => name === "node_modules" || name.startsWith(".");

async function listJson(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = entries
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map(async (entry): Promise<string[]> => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return isOthers(entry.name) ? [] : listJson(path);
      return entry.isFile() && entry.name.endsWith(".json") ? [path] : [];
    });
  return (await Promise.all(found)).flat();
}
