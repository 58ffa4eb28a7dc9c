import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { sound, trilho } from "./testing/trilho.ts";

const README = readFileSync(new URL("../README.md", import.meta.url), "utf8").replaceAll("\r\n", "\n");
const [, block = ""] = /^```sh\n([\s\S]*?)^```/m.exec(README) ?? [];
const commands = block.split("\n").filter((line) => line !== "");

/** The files that the README names; all others hold an automation. */
const FILES: Readonly<Record<string, unknown>> = {
  "vip.json": { facts: {}, outcomes: {} },
  "spring.json": { startAt: "2026-03-02T12:00:00Z" },
};

it("names commands", () => {
  expect(commands.length).toBeGreaterThanOrEqual(8);
});

const list = async (folder: string): Promise<string[]> => [`${folder}/welcome.json`];
const read = async (path: string): Promise<string> => JSON.stringify(FILES[path] ?? sound);

it.each(commands)("shows what is understood: %s", async (line) => {
  const [, ...args] = line
    .replace(/\s[<>#].*$/, "")
    .trim()
    .split(/\s+/);
  const { code, err } = await trilho(args, {
    read,
    list,
    write: async () => {},
    stdin: async () => JSON.stringify(sound),
  });
  expect(code, err).not.toBe(2);
});
