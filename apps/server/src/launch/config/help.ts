/** A setting as `--help` lists it: a variable of the environment. */
interface Setting {
  name: string;
  /** What it is, with its unit and bounds. */
  about: string;
  /** What giving nothing is the same as, where that can be written; else `about` describes what happens without it. */
  otherwise?: string;
}

/** Every variable that `readConfig` reads. */
export const SETTINGS: Readonly<Record<string, readonly Setting[]>> = {
  Server: [
    { name: "HOST", about: "Address to listen on", otherwise: "127.0.0.1" },
    { name: "PORT", about: "Port to listen on, 0 to 65535; 0 takes a free one", otherwise: "4400" },
    {
      name: "TRILHO_TRUST_PROXY",
      about:
        "Proxies whose X-Forwarded-For is believed, by comma: addresses, networks such as 10.0.0.0/8, loopback, linklocal, uniquelocal; without it none",
    },
    { name: "TRILHO_EDITOR_DIR", about: "Folder of the built editor; without it, the one built beside the server" },
    { name: "TRILHO_DEMO", about: "on or off: whether the first start makes a demo workspace", otherwise: "on" },
  ],
  Storage: [
    { name: "TRILHO_DATA_DIR", about: "Folder of the embedded database and the secrets", otherwise: "./.trilho" },
    {
      name: "DATABASE_URL",
      about: "postgres://… of a PostgreSQL server, 15 or later; without it, the embedded database",
    },
    {
      name: "TRILHO_DATABASE_CONNECTIONS",
      about: "Connections to DATABASE_URL that one process may have, 2 to 100",
      otherwise: "10",
    },
    {
      name: "TRILHO_STORAGE",
      about:
        "embedded or pglite: the database in the data folder; without it, the one it was made with, or embedded PostgreSQL where that can run",
    },
    {
      name: "TRILHO_DELIVERY_DAYS",
      about: "Days for which what webhooks sent is kept, 1 to 3650",
      otherwise: "30",
    },
    {
      name: "TRILHO_RUN_DAYS",
      about: "Days for which runs are kept after they ended, 30 to 3650; their statistics stay",
      otherwise: "365",
    },
    {
      name: "TRILHO_OUTBOX_DAYS",
      about: "Days for which entries of the local outbox are kept, 1 to 3650",
      otherwise: "90",
    },
    {
      name: "TRILHO_HISTORY_DAYS",
      about: "Days for which large values in deals' histories are kept, 1 to 3650",
      otherwise: "365",
    },
  ],
  Security: [
    {
      name: "TRILHO_SECRET",
      about:
        "Seals credentials and digests keys, 32 characters or more; without it, one made and kept in the data folder",
    },
    {
      name: "TRILHO_WEBHOOK_ALLOW_PRIVATE",
      about: "on or off: whether webhooks and calendars may be at addresses of this server's own network",
      otherwise: "off",
    },
  ],
  Watching: [
    {
      name: "TRILHO_LOG_LEVEL",
      about: "debug, info (a line for each request), warn, error or silent; written to the standard error output",
      otherwise: "warn",
    },
    {
      name: "TRILHO_METRICS_TOKEN",
      about: "Opens /metrics to who has it, 16 characters or more; without it, only to programs on this machine",
    },
  ],
  "Traces (OpenTelemetry)": [
    {
      name: "OTEL_EXPORTER_OTLP_ENDPOINT",
      about:
        "Collector that traces are sent to, such as http://127.0.0.1:4318; without it, no traces are made. OpenTelemetry's other variables for service name, headers, sampler and batches count, too",
    },
    {
      name: "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
      about: "Whole address for traces; without it, /v1/traces of that collector",
    },
    { name: "OTEL_EXPORTER_OTLP_PROTOCOL", about: "http/protobuf or http/json", otherwise: "http/protobuf" },
    { name: "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", about: "The same for traces alone; without it, that one" },
    { name: "OTEL_TRACES_EXPORTER", about: "otlp, or none to make no traces", otherwise: "otlp" },
    { name: "OTEL_SDK_DISABLED", about: "true to make no traces", otherwise: "false" },
  ],
  Automations: [
    {
      name: "TRILHO_WORKERS",
      about: "Runs taken further at the same time, 0 to 64; 0 leaves them to other processes",
      otherwise: "4",
    },
  ],
  "E-mail": [
    {
      name: "TRILHO_SMTP_URL",
      about: "Mail server, smtp(s)://user:password@host:port; without it, e-mail stays in the local outbox",
    },
    { name: "TRILHO_MAIL_FROM", about: "Sender of e-mail: an address, or Name <address>; TRILHO_SMTP_URL needs it" },
  ],
  "WhatsApp and Instagram": [
    { name: "TRILHO_META_TOKEN", about: "Access token; without it, messages stay in the local outbox" },
    {
      name: "TRILHO_META_APP_SECRET",
      about: "Secret of Meta's app; without it, /hooks/meta takes no deliveries",
    },
    {
      name: "TRILHO_META_VERIFY_TOKEN",
      about: "What Meta says when it asks whether /hooks/meta takes deliveries; without it, the answer is no",
    },
    {
      name: "TRILHO_META_PIXEL_ID",
      about: "Number of the pixel that conversions are reported to; without it, they stay in the local outbox",
    },
    {
      name: "TRILHO_META_BASE_URL",
      about: "Address of the Graph API, https; http only to this machine",
      otherwise: "https://graph.facebook.com",
    },
    { name: "TRILHO_META_VERSION", about: "Version of the Graph API", otherwise: "v23.0" },
    { name: "TRILHO_META_TIMEOUT", about: "Seconds that one call may take, 1 to 999", otherwise: "20" },
  ],
  "Analysis by a language model": [
    {
      name: "TRILHO_AI_URL",
      about: "API like OpenAI's, such as https://api.openai.com/v1; without it, actions that ask a model fail",
    },
    { name: "TRILHO_AI_KEY", about: "Its key; without it, calls carry none" },
    { name: "TRILHO_AI_MODEL", about: "Its model; TRILHO_AI_URL needs it" },
  ],
};

const USAGE = `Usage: trilho [serve] [--provision FILE] [--no-work]
       trilho work [--concurrency N] [--health-port N]
       trilho keys create --workspace SLUG --member EMAIL --name TEXT [--expires 90d|DATE] [--test]
       trilho keys list [--workspace SLUG]
       trilho keys revoke ID
       trilho runs pause|resume --automation ID | --workspace SLUG | --all
       trilho requests REQUEST-ID
       trilho calendars
       trilho backup FILE
       trilho restore FILE

Starts the server (the API under /api/v1, the editor at /), or does one thing beside it or without it.

  --provision FILE   make the workspaces, members and keys of a JSON file, then start
  --no-work          leave the runs of automations to other processes
  work               take runs of automations further beside servers on the same DATABASE_URL, without serving the API
  --concurrency N    runs taken further at the same time, from 1 to 64; default: TRILHO_WORKERS
  --health-port N    serve /health/live, /health/ready and /metrics of this worker at a port of HOST
  keys create        make an API key and show it, this once; with --test, what it sends stays in the local outbox
  keys list          show keys by their first and last characters, with their last use
  keys revoke        make a key useless for good
  runs pause         keep runs where they are: nothing begins once it has ended, and events go on starting runs
  runs resume        let them go on, those first that were due first
  requests           show what became of a request, by the id in its answer (seven days)
  calendars          show the calendars of members elsewhere: when they were read, and what is wrong with them
  backup             write all that is stored to a new file, as of one moment; the server may go on
  restore            make the database of a backup, in a data folder or at a DATABASE_URL where there is nothing yet
  --help             show this text
  --version          show the version

Settings are variables of the environment; one set to nothing is left out.
`;

/** What `--help` prints. */
export function helpText(): string {
  const groups = Object.entries(SETTINGS).map(([title, settings]) => `\n${title}:\n${settings.map(lineOf).join("")}`);
  return USAGE + groups.join("");
}

const WIDTH = 36;

const lineOf = ({ name, about, otherwise }: Setting): string =>
  `  ${name.padEnd(WIDTH)}${about}${otherwise === undefined ? "" : `; default: ${otherwise}`}\n`;
