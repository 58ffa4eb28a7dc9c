import { execSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fail } from "../../../../testing/open-test-store.ts";
import { reasonOf } from "../../../service/thrown.ts";
import { checkBackup } from "../../backup/format.ts";
import { loadInto, type ServerSecret } from "../../backup/restore.ts";
import { contentOf } from "../../backup/testing/content.ts";
import type { Binaries } from "../../embedded/binaries.ts";
import { type EmbeddedServer, serve } from "../../embedded/embedded.ts";
import { initialise } from "../../embedded/initialise.ts";
import { openPool } from "../../open/postgres.ts";
import { olderPrograms } from "../older-programs.ts";

/** What the release 0.1.0 stored. */
const RELEASE = join(import.meta.dirname, "../../../../launch/testing/releases/0.1.0.backup");

/** PostgreSQL 17 on this machine, and the secret of what is stored with it. */
export interface Older {
  /** A data folder in which its programs are found. */
  root: string;
  binaries: Binaries;
  secret: ServerSecret;
}

/** Installs the programs in a folder as an operator does who reads what a start says. */
export async function installOlder(root: string): Promise<Older> {
  const said = await olderPrograms(root, 17, []).then(() => "", reasonOf);
  execSync(/npm install [^#]*/.exec(said)?.[0] ?? "", { stdio: "pipe" });
  const { head } = await checkBackup(RELEASE);
  return {
    root,
    binaries: await olderPrograms(root, 17, []),
    secret: { value: head.secret ?? "", source: "the test" },
  };
}

export type Content = Pick<Awaited<ReturnType<typeof contentOf>>, "tables" | "sequences">;

export async function contentAt({ url }: EmbeddedServer): Promise<Content> {
  const db = openPool(url, fail);
  const { tables, sequences } = await contentOf(db);
  await db.destroy();
  return { tables, sequences };
}

/** A data folder as a Trilho with PostgreSQL 17 leaves it. Answers what is stored there. */
export async function makeOlder(path: string, { root, binaries, secret }: Older): Promise<Content> {
  mkdirSync(path, { recursive: true });
  symlinkSync(join(root, "programs-17"), join(path, "programs-17"));
  await initialise(path, binaries);
  const server = await serve(path, binaries);
  const db = openPool(server.url, fail);
  await loadInto(db, "the test's", await checkBackup(RELEASE), secret);
  await db.destroy();
  const content = await contentAt(server);
  await server.stop();
  writeFileSync(join(path, "storage.json"), '{"storage":"postgres"}');
  return content;
}
