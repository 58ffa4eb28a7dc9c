import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline/promises";
import { text } from "node:stream/consumers";

/** What the command line needs of its surroundings; tests bring their own. */
export interface Io {
  out(text: string): void;
  err(text: string): void;
  /** Throws where the file cannot be read. */
  read(path: string): Promise<string>;
  /** The JSON and YAML files in a folder and those below it, in order. Throws where it cannot be read. */
  list(folder: string): Promise<string[]>;
  /** Makes the folders that lead there. */
  write(path: string, content: string): Promise<void>;
  /** Puts a file in the place of another, at once. */
  rename(from: string, to: string): Promise<void>;
  stdin(): Promise<string>;
  /** What a person on a terminal answers; null where there is none. */
  ask(question: string): Promise<string | null>;
  readonly env: Readonly<Record<string, string | undefined>>;
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
    list: listData,
    write,
    rename,
    stdin: () => text(process.stdin),
    ask,
    env: process.env,
    now: () => Date.now(),
    colors: process.stdout.isTTY && !process.env["NO_COLOR"],
    progress: process.stderr.isTTY,
  };
}

/** What packages and tools keep for themselves is not looked at. */
const isOthers = (name: string): boolean => name === "node_modules" || name.startsWith(".");

async function listData(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = entries
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map(async (entry): Promise<string[]> => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return isOthers(entry.name) ? [] : listData(path);
      return entry.isFile() && /\.(?:json|ya?ml)$/.test(entry.name) ? [path] : [];
    });
  return (await Promise.all(found)).flat();
}

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content, "utf8");
}

async function ask(question: string): Promise<string | null> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return null;
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}
