import { readFileSync, statSync } from "node:fs";

/** The user that PostgreSQL runs as when this process is root, which PostgreSQL refuses. */
export interface OtherUser {
  uid: number;
  gid: number;
}

/** System users that stand for "no privileges", in order of preference. */
const PREFERRED = ["postgres", "nobody"];

/**
 * Users to try, best first: whoever owns the database's folder already, then users without privileges.
 * `[null]` means: as ourselves, no switch needed.
 */
export function candidateUsers(databaseFolder: string): (OtherUser | null)[] {
  if (process.getuid?.() !== 0) return [null];
  const owner = ownerOf(databaseFolder);
  if (owner !== null) return [owner];
  const users = systemUsers();
  const preferred = PREFERRED.flatMap((name) => users.filter((user) => user.name === name));
  return [...preferred, ...users.filter((user) => !preferred.includes(user)).slice(0, 1)];
}

/** The unprivileged users of /etc/passwd. initdb looks its user up there, so a bare number would not do. */
function systemUsers(): (OtherUser & { name: string })[] {
  let text: string;
  try {
    text = readFileSync("/etc/passwd", "utf8");
  } catch {
    // A system without the file has no user to switch to.
    return [];
  }
  return text.split("\n").flatMap((line) => {
    const [name = "", , uid = "", gid = ""] = line.split(":");
    return /^[1-9]\d*$/.test(uid) && /^\d+$/.test(gid) ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

/** The folder's owner unless that is root; null when there is no folder. */
function ownerOf(folder: string): OtherUser | null {
  const stat = statSync(folder, { throwIfNoEntry: false });
  return stat === undefined || stat.uid === 0 ? null : { uid: stat.uid, gid: stat.gid };
}
