import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { type Command, readCommand } from "./command.ts";
import { ConfigError } from "./parts.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");
const create = ["keys", "create", "--workspace", "acme", "--member", "ana@acme.com", "--name", "Zapier"];
const key = {
  kind: "createKey",
  workspace: "acme",
  member: "ana@acme.com",
  name: "Zapier",
  expiresAt: null,
  mode: "live",
};

describe("the command", () => {
  test.each<[string[], Command]>([
    [[], { kind: "serve", args: [] }],
    [["serve"], { kind: "serve", args: [] }],
    [["--", "--provision", "a.json"], { kind: "serve", args: ["--provision", "a.json"] }],
    [["serve", "--provision", "a.json"], { kind: "serve", args: ["--provision", "a.json"] }],
    [["work"], { kind: "work", concurrency: null, healthPort: null }],
    [["work", "--concurrency", "16"], { kind: "work", concurrency: 16, healthPort: null }],
    [["work", "--health-port", "9100"], { kind: "work", concurrency: null, healthPort: 9100 }],
    [["nonsense"], { kind: "serve", args: ["nonsense"] }],
    [["keys", "--help"], { kind: "help" }],
    [["-h"], { kind: "help" }],
    [["--version"], { kind: "version" }],
    [["keys", "list"], { kind: "listKeys", workspace: null }],
    [["keys", "list", "--workspace", "acme"], { kind: "listKeys", workspace: "acme" }],
    [["keys", "revoke", "k1"], { kind: "revokeKey", id: "k1" }],
    [["calendars"], { kind: "listCalendars" }],
    [["runs", "pause", "--all"], { kind: "pauseRuns", target: { kind: "server" }, isPaused: true }],
    [
      ["runs", "pause", "--workspace", "acme"],
      { kind: "pauseRuns", target: { kind: "workspace", name: "acme" }, isPaused: true },
    ],
    [
      ["runs", "resume", "--automation", "a1"],
      { kind: "pauseRuns", target: { kind: "automation", name: "a1" }, isPaused: false },
    ],
    [["requests", "req_1"], { kind: "findRequests", requestId: "req_1" }],
    [["backup", "a.backup"], { kind: "backup", file: resolve("a.backup") }],
    [["restore", "/srv/a.backup"], { kind: "restore", file: resolve("/srv/a.backup") }],
    [create, key as Command],
    [[...create, "--test"], { ...key, mode: "test" } as Command],
    [[...create, "--expires", "90d"], { ...key, expiresAt: Date.parse("2026-05-30T12:00:00Z") } as Command],
    [[...create, "--expires", "2027-01-31"], { ...key, expiresAt: Date.parse("2027-01-31T23:59:59Z") } as Command],
    [
      [...create, "--expires", "2027-01-31T08:00:00-03:00"],
      { ...key, expiresAt: Date.parse("2027-01-31T11:00:00Z") } as Command,
    ],
  ])("of %j is read", (args, expected) => {
    expect(readCommand(args, NOW)).toEqual(expected);
  });

  test.each([
    [["keys"], "keys takes create, list or revoke"],
    [["keys", "delete"], 'not "delete"'],
    [create.slice(0, 6), "--name is missing"],
    [[...create.slice(0, 7), " "], "--name is missing"],
    [[...create, "--expires", "soon"], "--expires takes days such as 90d"],
    [[...create, "--expires", "2026-02-31"], "--expires"],
    [[...create, "--expires", "2020-01-01"], "must be in the future"],
    [[...create, "--nope"], "Unknown option '--nope'"],
    [["keys", "revoke"], "Usage: trilho keys revoke ID"],
    [["keys", "revoke", "a", "b"], "Usage: trilho keys revoke ID"],
    [["calendars", "a"], "Usage: trilho calendars"],
    [["runs"], "runs takes pause or resume"],
    [["runs", "stop"], 'not "stop"'],
    [["runs", "pause"], "takes one of --automation ID, --workspace SLUG and --all"],
    [["runs", "pause", "--all", "--workspace", "acme"], "takes one of"],
    [["runs", "resume", "--workspace", " "], "--workspace is missing: whose runs"],
    [["requests"], "Usage: trilho requests REQUEST-ID"],
    [["backup"], "Usage: trilho backup FILE"],
    [["restore", "a", "b"], "Usage: trilho restore FILE"],
    [["work", "--concurrency", "0"], '--concurrency takes a number from 1 to 64, not "0"'],
    [["work", "--health-port", "65536"], '--health-port must be a number from 0 to 65535, not "65536"'],
    [["work", "now"], "Unexpected argument 'now'"],
  ])("of %j is refused in one line", (args, message) => {
    expect(() => readCommand(args, NOW)).toThrow(ConfigError);
    expect(() => readCommand(args, NOW)).toThrow(message);
    expect(() => readCommand(args, NOW)).not.toThrow(/\n/);
  });

  test.each([
    [
      ["keys", "create", "--expires", "soon"],
      ["--workspace is missing", "--member is missing", "--name is missing", "--expires takes"],
    ],
    [
      ["work", "--concurrency", "0", "--health-port", "x"],
      ["--concurrency takes", "--health-port must"],
    ],
  ])("of %j is refused for all that is wrong, a line for each", (args, lines) => {
    expect(() => readCommand(args, NOW)).toThrow(new RegExp(`^${lines.join(".*\n")}.*$`));
  });
});
