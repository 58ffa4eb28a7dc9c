import { isIP } from "node:net";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { AssistantSettings } from "../../channels/assistant.ts";
import { META_DEFAULTS, type MetaSettings } from "../../channels/meta/settings.ts";
import { DEFAULT_RETENTION, KEPT_EVENTS_DAYS, type Retention } from "../../runs/store/cleanup.ts";
import { DEFAULT_CONNECTIONS } from "../../platform/database/open/postgres.ts";
import type { MailConfig } from "../../channels/smtp.ts";
import type { TracingSettings } from "../../platform/tracing/sdk.ts";
import { ConfigError, inParts, type Part, type Text } from "./parts.ts";
import { readTracing } from "./tracing.ts";

/** What a start was asked for: environment and arguments, read once. */
export interface Config {
  host: string;
  /** 0 takes any free port. */
  port: number;
  dataDir: string;
  databaseUrl: string | null;
  /** Connections to `databaseUrl` that this process may have at once, beside the one over which others wake it. */
  databaseConnections: number;
  storage: "auto" | "embedded" | "pglite";
  /** `TRILHO_SECRET`; null takes the generated one in the data folder. */
  secret: string | null;
  demo: boolean;
  /** Proxies whose `X-Forwarded-For` names the client: addresses, networks, or names of networks. */
  trustProxy: string[];
  /** Null takes the editor that was built beside the server. */
  editorDir: string | null;
  provisionFile: string | null;
  /** `info` writes a line for each request, to the standard error output. */
  logLevel: "debug" | "info" | "warn" | "error" | "silent";
  /** Opens `/metrics`; null leaves them to programs on this machine. */
  metricsToken: string | null;
  /** Where e-mail goes; null keeps it in the local outbox. */
  mail: MailConfig | null;
  /** WhatsApp and Instagram. */
  meta: MetaSettings;
  /** Runs of automations that this process takes further at once; 0 leaves them to others. */
  workers: number;
  /** Whether webhooks may call addresses of private networks. */
  webhookAllowPrivate: boolean;
  /** Days for which things are kept. */
  retention: Retention;
  /** The language model that analyses deals; null where there is none. */
  ai: AssistantSettings | null;
  /** How traces are sent; null sends none. */
  tracing: TracingSettings | null;
}

/** The configuration of a start. Throws a `ConfigError`. */
export function readConfig(args: readonly string[], env: NodeJS.ProcessEnv, cwd: string): Config {
  // A variable set to nothing is a variable left out.
  const text: Text = (name) => env[name]?.trim() || null;
  const path = (value: string | null): string | null => value && resolve(cwd, value);
  return inParts((part) => {
    const given = part(() => readArguments(args));
    return {
      host: text("HOST") ?? "127.0.0.1",
      port: part(() => readPort("PORT", text("PORT") ?? "4400")),
      dataDir: resolve(cwd, text("TRILHO_DATA_DIR") ?? ".trilho"),
      databaseUrl: part(() => readDatabaseUrl(text("DATABASE_URL"))),
      databaseConnections: part(() => readConnections(text("TRILHO_DATABASE_CONNECTIONS"))),
      storage: part(() => readStorage(text("TRILHO_STORAGE"))),
      secret: part(() => readSecret(text("TRILHO_SECRET"))),
      demo: part(() => readSwitch("TRILHO_DEMO", text, true)),
      trustProxy: part(() => readProxies(text("TRILHO_TRUST_PROXY"))),
      editorDir: path(text("TRILHO_EDITOR_DIR")),
      provisionFile: path(given?.provision ?? null),
      logLevel: part(() => readLogLevel(text("TRILHO_LOG_LEVEL"))),
      metricsToken: part(() => readMetricsToken(text("TRILHO_METRICS_TOKEN"))),
      mail: readMail(text("TRILHO_SMTP_URL"), text("TRILHO_MAIL_FROM"), part),
      meta: readMeta(text, part),
      workers: part(() => readWorkers(text("TRILHO_WORKERS"), given?.noWork ?? false)),
      webhookAllowPrivate: part(() => readSwitch("TRILHO_WEBHOOK_ALLOW_PRIVATE", text, false)),
      retention: readRetention(text, part),
      ai: readAi(text, part),
      tracing: readTracing(text, part),
    };
  });
}

function readArguments(args: readonly string[]): { provision: string | null; noWork: boolean } {
  try {
    const options = { provision: { type: "string" }, "no-work": { type: "boolean" } } as const;
    const { values } = parseArgs({ args: [...args], options, strict: true });
    if (values.provision === "") throw new ConfigError("--provision needs the name of a file.");
    return { provision: values.provision ?? null, noWork: values["no-work"] ?? false };
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const message = error instanceof Error ? (error.message.split(/\.\s|\n/)[0] ?? "") : String(error);
    throw new ConfigError(`${message}. See --help.`);
  }
}

const DEFAULT_WORKERS = 4;
/** Of one process; more than that are more processes. */
export const MAX_WORKERS = 64;

function readWorkers(text: string | null, noWork: boolean): number {
  if (text === null) return noWork ? 0 : DEFAULT_WORKERS;
  if (/^\d{1,2}$/.test(text) && Number(text) <= MAX_WORKERS) return noWork ? 0 : Number(text);
  throw new ConfigError(`TRILHO_WORKERS must be a number from 0 to ${MAX_WORKERS}, not "${text}".`);
}

const MAX_DAYS = 3650;

function readRetention(text: Text, part: Part): Retention {
  const days = (name: string, otherwise: number, least = 1): number =>
    part(() => {
      const given = text(name);
      if (given === null) return otherwise;
      if (/^[1-9]\d{0,3}$/.test(given) && Number(given) >= least && Number(given) <= MAX_DAYS) return Number(given);
      throw new ConfigError(`${name} must be days from ${least} to ${MAX_DAYS}, not "${given}".`);
    });
  return {
    deliveryDays: days("TRILHO_DELIVERY_DAYS", DEFAULT_RETENTION.deliveryDays),
    // A run names the event that started it for as long as the event may exist.
    runDays: days("TRILHO_RUN_DAYS", DEFAULT_RETENTION.runDays, KEPT_EVENTS_DAYS),
    outboxDays: days("TRILHO_OUTBOX_DAYS", DEFAULT_RETENTION.outboxDays),
    historyDays: days("TRILHO_HISTORY_DAYS", DEFAULT_RETENTION.historyDays),
  };
}

function readAi(text: Text, part: Part): AssistantSettings | null {
  const [url, key, model] = [text("TRILHO_AI_URL"), text("TRILHO_AI_KEY"), text("TRILHO_AI_MODEL")];
  if (url === null) return null;
  return {
    url: part(() => {
      const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
      if (isWeb) return url.replace(/\/+$/, "");
      throw new ConfigError("TRILHO_AI_URL must be an http or https address, such as https://api.openai.com/v1.");
    }),
    key,
    model: part(() => {
      if (model !== null) return model;
      throw new ConfigError("TRILHO_AI_URL needs TRILHO_AI_MODEL: the model's name.");
    }),
  };
}

const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;

function readLogLevel(text: string | null): Config["logLevel"] {
  const level = LOG_LEVELS.find((known) => known === (text ?? "warn"));
  if (level !== undefined) return level;
  throw new ConfigError(`TRILHO_LOG_LEVEL must be one of ${LOG_LEVELS.join(", ")}, not "${text}".`);
}

/** As long as one that nobody guesses. */
function readMetricsToken(text: string | null): string | null {
  if (text === null || /^[!-~]{16,}$/.test(text)) return text;
  throw new ConfigError("TRILHO_METRICS_TOKEN must have 16 printable characters or more, and no spaces.");
}

export function readPort(name: string, text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new ConfigError(`${name} must be a number from 0 to 65535, not "${text}".`);
}

function readDatabaseUrl(text: string | null): string | null {
  // As libpq takes them. Which of them is the primary, a name or a pooler knows.
  if (text !== null && /^[a-z]+:\/\/(?:[^/?#]*@)?[^/?#@]*,/.test(text)) {
    throw new ConfigError("DATABASE_URL must name one host: a name or a pooler that always leads to the primary.");
  }
  if (text === null || /^postgres(?:ql)?:\/\/./.test(text)) return text;
  throw new ConfigError("DATABASE_URL must start with postgres:// or postgresql://.");
}

const MAX_CONNECTIONS = 100;

function readConnections(text: string | null): number {
  if (text === null) return DEFAULT_CONNECTIONS;
  if (/^\d{1,3}$/.test(text) && Number(text) >= 2 && Number(text) <= MAX_CONNECTIONS) return Number(text);
  throw new ConfigError(`TRILHO_DATABASE_CONNECTIONS must be a number from 2 to ${MAX_CONNECTIONS}, not "${text}".`);
}

function readStorage(text: string | null): Config["storage"] {
  if (text === null) return "auto";
  if (text === "embedded" || text === "pglite") return text;
  throw new ConfigError(`TRILHO_STORAGE must be embedded or pglite, not "${text}".`);
}

function readSecret(text: string | null): string | null {
  if (text === null || text.length >= 32) return text;
  throw new ConfigError("TRILHO_SECRET must have 32 characters or more.");
}

function readMail(url: string | null, from: string | null, part: Part): MailConfig | null {
  if (url === null) return null;
  return { url: part(() => readMailServer(url)), from: part(() => readSender(from ?? "")) };
}

function readMailServer(url: string): string {
  const server = URL.canParse(url) ? new URL(url) : null;
  if (server !== null && /^smtps?:$/.test(server.protocol) && server.hostname !== "") return url;
  // Never repeated: it may hold a password.
  throw new ConfigError("TRILHO_SMTP_URL must look like smtp(s)://user:password@host:port.");
}

function readSender(from: string): string {
  if (/^(?:[^<>\r\n]*<)?[^\s@<>,;]+@[^\s@<>,;]+>?$/.test(from)) return from;
  throw new ConfigError("TRILHO_MAIL_FROM must be the sender's address, or Name <address>.");
}

function readSwitch(name: string, text: Text, otherwise: boolean): boolean {
  const given = text(name);
  if (given === null) return otherwise;
  if (given === "on" || given === "off") return given === "on";
  throw new ConfigError(`${name} must be on or off, not "${given}".`);
}

/** Never simply "all": whoever reaches the server could then name any address as the client's. */
function readProxies(text: string | null): string[] {
  const proxies = text?.split(",").map((proxy) => proxy.trim()) ?? [];
  const wrong = proxies.find((proxy) => !isProxy(proxy));
  if (wrong === undefined) return proxies;
  throw new ConfigError(
    `TRILHO_TRUST_PROXY takes addresses, networks such as 10.0.0.0/8, loopback, linklocal or uniquelocal, not "${wrong}".`,
  );
}

function isProxy(text: string): boolean {
  if (text === "loopback" || text === "linklocal" || text === "uniquelocal") return true;
  const [address = "", bits, ...more] = text.split("/");
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (longest === 0 || more.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= longest);
}

function readMeta(text: Text, part: Part): MetaSettings {
  return {
    token: text("TRILHO_META_TOKEN"),
    appSecret: text("TRILHO_META_APP_SECRET"),
    verifyToken: text("TRILHO_META_VERIFY_TOKEN"),
    pixelId: part(() => readPixel(text("TRILHO_META_PIXEL_ID"))),
    baseUrl: part(() => readMetaUrl(text("TRILHO_META_BASE_URL"))),
    version: part(() => readMetaVersion(text("TRILHO_META_VERSION"))),
    timeoutMs: part(() => readMetaTimeout(text("TRILHO_META_TIMEOUT"))),
  };
}

/** The token goes along with every call, so never in the clear, but for trying things out on this machine. */
function readMetaUrl(text: string | null): string {
  if (text === null) return META_DEFAULTS.baseUrl;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isThisMachine(url.hostname));
  if (isSafe && url.search === "" && url.hash === "") return url.href.replace(/\/+$/, "");
  throw new ConfigError("TRILHO_META_BASE_URL must be an https address; http only to this machine.");
}

const isThisMachine = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(host);

function readPixel(text: string | null): string | null {
  if (text === null || /^\d{5,30}$/.test(text)) return text;
  throw new ConfigError(`TRILHO_META_PIXEL_ID must be a pixel's number, not "${text}".`);
}

function readMetaVersion(text: string | null): string {
  if (text === null || /^v\d{1,3}\.\d{1,3}$/.test(text)) return text ?? META_DEFAULTS.version;
  throw new ConfigError(`TRILHO_META_VERSION must look like ${META_DEFAULTS.version}, not "${text}".`);
}

function readMetaTimeout(text: string | null): number {
  if (text === null) return META_DEFAULTS.timeoutMs;
  if (/^\d{1,3}$/.test(text) && Number(text) > 0) return Number(text) * 1000;
  throw new ConfigError(`TRILHO_META_TIMEOUT must be seconds from 1 to 999, not "${text}".`);
}
