import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { describe, expect, inject, test } from "vitest";
import { onServer } from "../../../testing/open-test-store.ts";
import { damaged, EmbeddedUnavailable, isDiskFull, StorageError } from "../errors.ts";
import type { DataFolder } from "../folder/data-folder.ts";
import { openDatabase } from "./open-database.ts";
import { asError } from "./open-pglite.ts";
import { fail, ownFolder, unavailable } from "./testing/own-folder.ts";

const onFullDisk = async (): Promise<never> => {
  writeFileSync("/dev/full", "x");
  throw new Error("There was room");
};

describe("where the embedded database cannot run", () => {
  const own = ownFolder();

  test("nothing takes its place when it was asked for", async () => {
    await expect(openDatabase({ kind: "embedded", folder: own.folder() }, unavailable)).rejects.toThrow(
      /cannot run.*musl/,
    );
  });

  test("nothing takes its place when its making was stopped, and the next start makes it anew", async () => {
    const stopping = new AbortController();
    const startEmbedded = () => {
      stopping.abort();
      return Promise.reject(new EmbeddedUnavailable("initdb failed: caught signal"));
    };
    const surroundings = { ...unavailable, startEmbedded, stopping: stopping.signal };
    await expect(openDatabase({ kind: "auto", folder: own.folder() }, surroundings)).rejects.toBe(
      stopping.signal.reason,
    );
    expect(readdirSync(own.path()).filter((name) => name.startsWith("pglite"))).toEqual([]);
  });

  test("PGlite, too, leaves nothing where its making was stopped", async () => {
    const surroundings = { ...unavailable, stopping: AbortSignal.abort() };
    await expect(openDatabase({ kind: "pglite", folder: own.folder() }, surroundings)).rejects.toThrow("aborted");
    expect(readdirSync(own.path()).filter((name) => name.startsWith("pglite"))).toEqual([]);
  });

  // As the system itself says it, where something is to be written.
  test.runIf(existsSync("/dev/full"))("a full disk is told as that, and nothing takes its place", async () => {
    await expect(
      openDatabase({ kind: "auto", folder: own.folder() }, { ...unavailable, startEmbedded: onFullDisk }),
    ).rejects.toThrow(`There is no room left on the disk of ${own.path()}. Nothing is damaged`);
  });

  test.each([
    ["initdb, where its database is made", new EmbeddedUnavailable("initdb failed: No space left on device")],
    [
      "PostgreSQL, where it starts",
      damaged("d", "PostgreSQL does not start on it: … No space left on device (log: l)"),
    ],
    ["PostgreSQL, where its schema is made", Object.assign(new Error("could not extend file"), { code: "53100" })],
  ])("a disk that is full in the words of %s is not damaged", async (_, error) => {
    const startEmbedded = () => Promise.reject(error);
    const opening = openDatabase({ kind: "auto", folder: own.folder() }, { ...unavailable, startEmbedded });
    await expect(opening).rejects.toThrow("Nothing is damaged: make room and start again");
  });

  test.each([
    // As it is thrown where a folder of PGlite's has no room: its class is no Error, and has no message.
    [{ name: "ErrnoError", errno: 51 }, "No space left on device", true],
    [{ name: "ErrnoError", errno: 2 }, "error 2 of its file system", false],
    [new Error("damaged"), "damaged", false],
  ])("what PGlite throws is told in words: %j", (thrown, reason, isFull) => {
    expect(asError(thrown)).toMatchObject({ message: reason });
    expect(isDiskFull(asError(thrown))).toBe(isFull);
  });

  test("nothing takes its place when the folder holds its data", async () => {
    await own.folder().markStorage("postgres");
    const holding: DataFolder = { ...own.folder(), storage: "postgres" };
    await expect(openDatabase({ kind: "auto", folder: holding }, unavailable)).rejects.toThrow(own.path());
    await expect(openDatabase({ kind: "pglite", folder: holding }, unavailable)).rejects.toThrow(
      "holds a database of embedded PostgreSQL, which TRILHO_STORAGE=pglite cannot open",
    );
  });
});

describe("a server", () => {
  test.each([
    [
      "that nobody listens on",
      "postgres://me:secret@127.0.0.1:1/x",
      "Cannot connect to DATABASE_URL (postgres://127.0.0.1:1/x)",
    ],
    ["without a name", "postgres://", "Cannot connect to DATABASE_URL"],
  ])("%s is refused without showing its password", async (_, url, message) => {
    const opening = openDatabase({ kind: "server", url }, { onIdleError: fail });
    await expect(opening).rejects.toThrow(message);
    await expect(opening).rejects.not.toThrow("secret");
  });

  test("where this user may make no tables says so in one line", async () => {
    const server = new URL(inject("embeddedUrl"));
    const name = `trilho_rights_${Date.now()}`;
    await onServer(server, `create database ${name}`);
    await onServer(server, `create role ${name} login password 'secret'`);
    const { href } = Object.assign(new URL(server), { username: name, password: "secret", pathname: name });
    const opening = openDatabase({ kind: "server", url: href }, { onIdleError: fail });
    await expect(opening).rejects.toThrow(StorageError);
    await expect(opening).rejects.toThrow(
      /^Cannot bring the schema at DATABASE_URL .* permission denied for schema public\.$/,
    );
    await onServer(server, `drop database ${name} with (force)`);
    await onServer(server, `drop role ${name}`);
  });
});
