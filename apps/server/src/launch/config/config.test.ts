import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { META_DEFAULTS } from "../../channels/meta/settings.ts";
import { readConfig } from "./config.ts";
import { ConfigError } from "./parts.ts";

const CWD = resolve("/srv/app");

describe("the configuration", () => {
  test("without settings is the one that `start` needs", () => {
    expect(readConfig([], {}, CWD)).toEqual({
      host: "127.0.0.1",
      port: 4400,
      dataDir: resolve(CWD, ".trilho"),
      databaseUrl: null,
      databaseConnections: 10,
      storage: "auto",
      secret: null,
      demo: true,
      trustProxy: [],
      editorDir: null,
      provisionFile: null,
      logLevel: "warn",
      metricsToken: null,
      mail: null,
      meta: META_DEFAULTS,
      workers: 4,
      webhookAllowPrivate: false,
      retention: { deliveryDays: 30, runDays: 365, outboxDays: 90, historyDays: 365 },
      ai: null,
      tracing: null,
    });
  });

  test("takes every setting, paths relative to where it was started", () => {
    const env = {
      HOST: "0.0.0.0",
      PORT: "0",
      TRILHO_DATA_DIR: "data",
      DATABASE_URL: "postgresql://db/trilho",
      TRILHO_DATABASE_CONNECTIONS: "25",
      TRILHO_STORAGE: "pglite",
      TRILHO_SECRET: "s".repeat(32),
      TRILHO_DEMO: "off",
      TRILHO_TRUST_PROXY: "10.0.0.0/8, ::1,loopback",
      TRILHO_EDITOR_DIR: "../editor",
      TRILHO_LOG_LEVEL: "info",
      TRILHO_METRICS_TOKEN: "t".repeat(16),
      TRILHO_SMTP_URL: "smtps://us%40er:pa%3Ass@mail.example",
      TRILHO_MAIL_FROM: "Aurora Solar <sales@aurora.example>",
      TRILHO_META_TOKEN: "EAAB",
      TRILHO_META_APP_SECRET: "app secret",
      TRILHO_META_VERIFY_TOKEN: "verify me",
      TRILHO_META_BASE_URL: "http://127.0.0.1:9000/",
      TRILHO_META_VERSION: "v24.0",
      TRILHO_META_TIMEOUT: "5",
      TRILHO_META_PIXEL_ID: "1234567890",
      TRILHO_WORKERS: "8",
      TRILHO_WEBHOOK_ALLOW_PRIVATE: "on",
      TRILHO_DELIVERY_DAYS: "90",
      TRILHO_RUN_DAYS: "30",
      TRILHO_OUTBOX_DAYS: "7",
      TRILHO_HISTORY_DAYS: "3650",
      TRILHO_AI_URL: "https://ai.example/v1/",
      TRILHO_AI_KEY: "sk-1",
      TRILHO_AI_MODEL: "small",
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318",
    };
    expect(readConfig(["--provision", "acme.json"], env, CWD)).toEqual({
      host: "0.0.0.0",
      port: 0,
      dataDir: resolve(CWD, "data"),
      databaseUrl: "postgresql://db/trilho",
      databaseConnections: 25,
      storage: "pglite",
      secret: "s".repeat(32),
      demo: false,
      trustProxy: ["10.0.0.0/8", "::1", "loopback"],
      editorDir: resolve(CWD, "../editor"),
      provisionFile: resolve(CWD, "acme.json"),
      logLevel: "info",
      metricsToken: "t".repeat(16),
      mail: { url: "smtps://us%40er:pa%3Ass@mail.example", from: "Aurora Solar <sales@aurora.example>" },
      meta: {
        token: "EAAB",
        appSecret: "app secret",
        verifyToken: "verify me",
        baseUrl: "http://127.0.0.1:9000",
        version: "v24.0",
        pixelId: "1234567890",
        timeoutMs: 5000,
      },
      workers: 8,
      webhookAllowPrivate: true,
      retention: { deliveryDays: 90, runDays: 30, outboxDays: 7, historyDays: 3650 },
      ai: { url: "https://ai.example/v1", key: "sk-1", model: "small" },
      tracing: { protocol: "http/protobuf" },
    });
    expect(readConfig(["--no-work"], env, CWD).workers).toBe(0);
  });

  test("treats a setting of nothing as left out", () => {
    expect(readConfig([], { PORT: "", DATABASE_URL: " ", TRILHO_STORAGE: "" }, CWD)).toEqual(readConfig([], {}, CWD));
  });

  test.each([
    [{ TRILHO_DATABASE_CONNECTIONS: "1" }, 'TRILHO_DATABASE_CONNECTIONS must be a number from 2 to 100, not "1".'],
    [{ TRILHO_DATABASE_CONNECTIONS: "ten" }, "TRILHO_DATABASE_CONNECTIONS must be"],
    [{ TRILHO_WORKERS: "65" }, 'TRILHO_WORKERS must be a number from 0 to 64, not "65".'],
    [{ TRILHO_DELIVERY_DAYS: "0" }, 'TRILHO_DELIVERY_DAYS must be days from 1 to 3650, not "0".'],
    [{ TRILHO_DELIVERY_DAYS: "4000" }, "TRILHO_DELIVERY_DAYS must be days"],
    [{ TRILHO_RUN_DAYS: "29" }, 'TRILHO_RUN_DAYS must be days from 30 to 3650, not "29".'],
    [{ TRILHO_OUTBOX_DAYS: "-1" }, "TRILHO_OUTBOX_DAYS must be days"],
    [{ TRILHO_HISTORY_DAYS: "1e3" }, "TRILHO_HISTORY_DAYS must be days"],
    [{ TRILHO_WEBHOOK_ALLOW_PRIVATE: "yes" }, 'TRILHO_WEBHOOK_ALLOW_PRIVATE must be on or off, not "yes".'],
    [{ TRILHO_META_PIXEL_ID: "me/1" }, 'TRILHO_META_PIXEL_ID must be a pixel\'s number, not "me/1".'],
    [{ TRILHO_AI_URL: "ai", TRILHO_AI_MODEL: "m" }, "TRILHO_AI_URL must be an http or https address"],
    [{ TRILHO_AI_URL: "https://ai.example" }, "TRILHO_AI_URL needs TRILHO_AI_MODEL"],
    [{ PORT: "x" }, 'PORT must be a number from 0 to 65535, not "x".'],
    [{ PORT: "65536" }, "PORT must be"],
    [{ PORT: "-1" }, "PORT must be"],
    [{ PORT: "80.5" }, "PORT must be"],
    [{ DATABASE_URL: "mysql://db" }, "DATABASE_URL must start with postgres://"],
    [{ DATABASE_URL: "postgres://a:b,c@one:5432,two:5432/crm" }, "DATABASE_URL must name one host"],
    [{ TRILHO_STORAGE: "sqlite" }, "TRILHO_STORAGE must be embedded or pglite"],
    [{ TRILHO_SECRET: "short" }, "TRILHO_SECRET must have 32 characters or more."],
    [{ TRILHO_LOG_LEVEL: "loud" }, 'TRILHO_LOG_LEVEL must be one of debug, info, warn, error, silent, not "loud".'],
    [{ TRILHO_METRICS_TOKEN: "short" }, "TRILHO_METRICS_TOKEN must have 16 printable characters or more"],
    [{ TRILHO_DEMO: "maybe" }, "TRILHO_DEMO must be on or off"],
    [{ TRILHO_TRUST_PROXY: "on" }, "TRILHO_TRUST_PROXY takes addresses, networks such as 10.0.0.0/8"],
    [{ TRILHO_TRUST_PROXY: "10.0.0.0/33" }, 'not "10.0.0.0/33".'],
    [{ TRILHO_TRUST_PROXY: "0.0.0.0/0" }, 'not "0.0.0.0/0".'],
    [{ TRILHO_TRUST_PROXY: "10.0.0.1," }, 'not "".'],
    [{ TRILHO_SMTP_URL: "http://short@mail.example", TRILHO_MAIL_FROM: "a@b.example" }, "TRILHO_SMTP_URL must look"],
    [{ TRILHO_SMTP_URL: "mail.example", TRILHO_MAIL_FROM: "a@b.example" }, "TRILHO_SMTP_URL must look"],
    [{ TRILHO_SMTP_URL: "smtp://mail.example" }, "TRILHO_MAIL_FROM must be the sender's address"],
    [{ TRILHO_SMTP_URL: "smtp://mail.example", TRILHO_MAIL_FROM: "a@b.example, c@d.example" }, "TRILHO_MAIL_FROM"],
    [{ TRILHO_META_BASE_URL: "ftp://graph.facebook.com" }, "TRILHO_META_BASE_URL must be an https address"],
    [{ TRILHO_META_BASE_URL: "http://graph.facebook.com" }, "TRILHO_META_BASE_URL must be an https address"],
    [{ TRILHO_META_BASE_URL: "graph" }, "TRILHO_META_BASE_URL must be an https address"],
    [{ TRILHO_META_VERSION: "23" }, "TRILHO_META_VERSION must look like v23.0"],
    [{ TRILHO_META_TIMEOUT: "0" }, "TRILHO_META_TIMEOUT must be seconds"],
  ])("refuses %j in one line, without showing a secret", (env, message) => {
    expect(() => readConfig([], env, CWD)).toThrow(ConfigError);
    expect(() => readConfig([], env, CWD)).toThrow(message);
    expect(() => readConfig([], env, CWD)).not.toThrow(/\n|short/);
  });

  test("tells all that is wrong at once, a line for each", () => {
    const env = {
      PORT: "x",
      TRILHO_STORAGE: "sqlite",
      TRILHO_RUN_DAYS: "1",
      TRILHO_OUTBOX_DAYS: "0",
      TRILHO_META_VERSION: "23",
      TRILHO_META_TIMEOUT: "0",
      TRILHO_SMTP_URL: "mail.example",
      TRILHO_AI_URL: "ai",
      TRILHO_WORKERS: "65",
    };
    const lines = () => {
      try {
        readConfig(["--nope", "--no-work"], env, CWD);
      } catch (error) {
        return (error as ConfigError).message.split("\n").map((line) => line.split(" ")[0]);
      }
      return [];
    };
    expect(lines()).toEqual([
      "Unknown",
      "PORT",
      "TRILHO_STORAGE",
      "TRILHO_SMTP_URL",
      "TRILHO_MAIL_FROM",
      "TRILHO_META_VERSION",
      "TRILHO_META_TIMEOUT",
      "TRILHO_WORKERS",
      "TRILHO_RUN_DAYS",
      "TRILHO_OUTBOX_DAYS",
      "TRILHO_AI_URL",
      "TRILHO_AI_URL",
    ]);
  });

  test.each([
    [["--nope"], "Unknown option '--nope'"],
    [["--provision"], "'--provision <value>' argument missing"],
    [["--provision", ""], "--provision needs the name of a file."],
    [["extra"], "Unexpected argument 'extra'"],
  ])("refuses the arguments %j in one line", (args, message) => {
    expect(() => readConfig(args, {}, CWD)).toThrow(message);
    expect(() => readConfig(args, {}, CWD)).not.toThrow(/\n/);
  });
});
