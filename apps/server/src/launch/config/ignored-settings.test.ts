import { describe, expect, test } from "vitest";
import { ignoredSettings } from "./ignored-settings.ts";

describe("a setting that changes nothing is told, with the one that may be meant:", () => {
  test.each<[what: string, env: Record<string, string>, told: RegExp]>([
    ["a letter too many", { TRILHO_WORKERSS: "8" }, /^TRILHO_WORKERSS is no setting.* Did you mean TRILHO_WORKERS\?$/],
    ["letters the wrong way round", { TRILHO_DATA_DRI: "x" }, /Did you mean TRILHO_DATA_DIR\?$/],
    ["small letters", { trilho_demo: "off" }, /^trilho_demo .*Did you mean TRILHO_DEMO\?$/],
    ["a name that has no prefix", { TRILHO_PORT: "8080" }, /Did you mean PORT\?$/],
    ["another such name", { TRILHO_DATABASE_URL: "postgres://secret@x" }, /Did you mean DATABASE_URL\?$/],
    ["nothing like it", { TRILHO_FLAVOUR: "mint" }, /^TRILHO_FLAVOUR is no setting.* See --help\.$/],
    ["a sender without a server", { TRILHO_MAIL_FROM: "a@b.example" }, /nothing without TRILHO_SMTP_URL\.$/],
    ["a model without an address", { TRILHO_AI_MODEL: "small" }, /nothing without TRILHO_AI_URL\.$/],
    ["a pixel without a token", { TRILHO_META_PIXEL_ID: "12345" }, /nothing without TRILHO_META_TOKEN\.$/],
    ["connections without a server", { TRILHO_DATABASE_CONNECTIONS: "5" }, /nothing without DATABASE_URL\.$/],
    [
      "a kind of storage beside a server",
      { TRILHO_STORAGE: "pglite", DATABASE_URL: "postgres://x/y" },
      /nothing with DATABASE_URL\.$/,
    ],
  ])("%s", (_, env, told) => {
    expect(ignoredSettings(env)).toEqual([expect.stringMatching(told)]);
    expect(ignoredSettings(env).join("")).not.toMatch(/secret|mint/);
  });

  test.each<[what: string, env: Record<string, string>]>([
    ["of all others", { PATH: "/bin", PORT: "1", HOST: "::", TRILHO_DATA_DIR: "x", TRILHO_AI_KEY: "", TRILHO_X: " " }],
    ["of one that goes with another", { TRILHO_SMTP_URL: "smtp://x", TRILHO_MAIL_FROM: "a@b.example" }],
    [
      "of what Kubernetes sets for a service of this name",
      {
        TRILHO_SERVICE_HOST: "10.0.0.1",
        TRILHO_SERVICE_PORT_HTTP: "80",
        TRILHO_PORT: "tcp://10.0.0.1:80",
        TRILHO_PORT_80_TCP: "tcp://10.0.0.1:80",
      },
    ],
  ])("nothing is told %s", (_, env) => {
    expect(ignoredSettings(env)).toEqual([]);
  });
});
