import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";

const shell = process.platform === "win32";

/** A folder for projects, outside of this repository, so that nothing of it is found by accident. */
export function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), "trilho-installed-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Runs a command to its end; answers what it printed. Throws all of that where it fails. */
export function run(cwd, command, ...args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8", shell });
  assert.equal(status, 0, `${command} ${args.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}

/** An empty project with packages of the registry or tarballs in it, and files; answers its path. */
export function makeProject(folder, name, packages, files = {}) {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(join(path, "package.json"), JSON.stringify({ name, private: true, type: "module" }));
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), content);
  }
  run(path, "npm", "install", "--no-audit", "--no-fund", "--no-package-lock", ...packages);
  return path;
}

/**
 * Runs a script as a process of its own until `visit` is done with what it printed: the first match of `pattern`. Whatever
 * happens, the process is over afterwards.
 */
export async function whileRunning({ cwd, args, env = {}, node = process.execPath, pattern }, visit) {
  const stdio = ["ignore", "pipe", "inherit"];
  const child = spawn(node, args, { cwd, env: { ...process.env, ...env }, stdio });
  const ended = once(child, "exit");
  try {
    return await visit(await firstMatch(child.stdout, pattern));
  } finally {
    child.kill();
    await ended;
  }
}

async function firstMatch(stdout, pattern) {
  for await (const line of createInterface({ input: stdout })) {
    const found = pattern.exec(line);
    if (found !== null) {
      stdout.resume();
      return found;
    }
  }
  throw new Error(`It ended before it had printed ${pattern}.`);
}
