// What is made from files is made again only when one of them changed.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Made from sources, or sources of tests alone: a change of them changes no product. */
const LEFT_OUT = /^(?:node_modules|dist|lib|testing)$|^dist\.new-|\.test\.[a-z]+$|\.tsbuildinfo$/;

/** Of every source its path, size and time: cheap, and any edit changes it. */
function fingerprint(root, sources) {
  const hash = createHash("sha256");
  const visit = (path) => {
    const stat = statSync(join(root, path), { throwIfNoEntry: false });
    if (stat === undefined || !stat.isDirectory()) hash.update(`${path} ${stat?.size} ${stat?.mtimeMs}\n`);
    else
      for (const name of readdirSync(join(root, path)).toSorted()) if (!LEFT_OUT.test(name)) visit(`${path}/${name}`);
  };
  sources.forEach(visit);
  return hash.digest("hex");
}

/**
 * Calls `make` unless its `results` are there and no source changed since it last succeeded. Until it has, the next call
 * makes them again, however this one ends. Paths are relative to `root`.
 */
export async function once(root, name, sources, results, make) {
  const stamp = join(root, "node_modules", ".cache", "trilho", name);
  const now = fingerprint(root, sources);
  const isThere = results.every((path) => existsSync(join(root, path)));
  if (isThere && existsSync(stamp) && readFileSync(stamp, "utf8") === now) return;
  rmSync(stamp, { force: true });
  await make();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, now);
}

/** Has `make` fill a new folder, which takes the place of `folder` when it is whole. */
export async function replaceFolder(folder, make) {
  removeLeftovers(folder);
  const staging = `${folder}.new-${process.pid}`;
  await make(staging);
  rmSync(folder, { recursive: true, force: true });
  renameSync(staging, folder);
}

/** What builds left behind that were killed. */
function removeLeftovers(folder) {
  const parent = dirname(folder);
  const start = `${basename(folder)}.new-`;
  const names = existsSync(parent) ? readdirSync(parent).filter((name) => name.startsWith(start)) : [];
  for (const name of names)
    if (!isRunning(Number(name.slice(start.length)))) rmSync(join(parent, name), { recursive: true, force: true });
}

/** Whether another process builds there now. */
function isRunning(pid) {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
