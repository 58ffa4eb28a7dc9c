import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { nodeIo } from "../io.ts";
import type { Io } from "../io.ts";
import { run } from "../run.ts";

export const folder = join(tmpdir(), `trilho-cli-${process.pid}-${randomUUID()}`);
/** To call once in a test file: its files go when its tests are done. */
export function withFiles(): void {
  beforeAll(() => void mkdirSync(folder, { recursive: true }));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
}

export const start = { id: "start", type: "trigger" };
export const end = { id: "done", type: "end" };
export const big = { combinator: "and", rules: [{ field: "deal.value", operator: ">", value: 1000 }] };
export const sound = {
  version: 2,
  nodes: [
    start,
    { id: "size", type: "condition", condition: { branches: [{ id: "big", label: "Big", query: big }] } },
    { id: "greet", type: "action", actionType: "send_whatsapp", config: { text: "Hi {{ contact.firstName }}" } },
    end,
  ],
  edges: [
    { source: "start", target: "size" },
    { source: "size", sourceHandle: "branch_big", target: "greet" },
    { source: "size", sourceHandle: "fallback", target: "done" },
    { source: "greet", target: "done" },
  ],
};
export const broken = {
  version: 2,
  nodes: [start, { id: "pause", type: "wait" }],
  edges: [{ source: "start", target: "pause" }],
};
export const warned = { version: 2, nodes: [start] };

let count = 0;
/** Writes a file, of JSON unless it is text, and answers its path. */
export function file(content: unknown): string {
  count += 1;
  const path = join(folder, `${count}.json`);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content, null, 2));
  return path;
}

/** Runs a command line and keeps what it says. */
export async function trilho(argv: readonly string[], changes: Partial<Io> = {}) {
  const [out, err]: [string[], string[]] = [[], []];
  const io: Io = {
    ...nodeIo(),
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    now: () => Date.parse("2026-01-05T09:00:00Z"),
    colors: false,
    progress: false,
    ...changes,
  };
  const code = await run(argv, io);
  return { code, out: out.join(""), err: err.join("") };
}
