import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Ajv2020 } from "ajv/dist/2020.js";
import { META_SCHEMAS } from "./meta-schemas.ts";

const ajv = new Ajv2020({ allErrors: true, strict: false });
const CHECKS = Object.fromEntries(Object.entries(META_SCHEMAS).map(([name, schema]) => [name, ajv.compile(schema)]));

export const TOKEN = "EAAB-test-token";
export const PHONE_NUMBER_ID = "106540352242922";
export const INSTAGRAM_ID = "17841405309211844";
export const ACCOUNT_ID = "102290129340398";

export interface MetaRequest {
  method: string;
  path: string;
  /** JSON, or null for what is none. */
  body: Record<string, unknown> | null;
  raw: string;
}

type Answer = (request: MetaRequest, response: ServerResponse) => void;

export interface MetaServer {
  url: string;
  /** Every request that came, in order. */
  requests: MetaRequest[];
  /** What the next request is answered, instead of what Meta would say. */
  next(answer: Answer): void;
  /** Answers the next request once that is over. */
  holdNext(until: () => Promise<void>): void;
  /** What the account's list of templates holds, and how many it tells of at once. */
  templates(all: readonly unknown[], page?: number): void;
  /** A file that can be asked for by its id. */
  addFile(id: string, content: Uint8Array, mimeType: string, size?: number): void;
  close(): Promise<void>;
}

/** Meta's error body. */
export const metaError =
  (status: number, code: number, message: string, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    const error = {
      message: `(#${code}) ${message}`,
      type: "OAuthException",
      code,
      error_data: { messaging_product: "whatsapp", details: message },
      fbtrace_id: "Az8or2yhqkZfEZ-_4Qn_Bam",
    };
    json(response, status, { error }, headers);
  };

/** A local server that checks requests against what Meta publishes, and answers as Meta does. */
export async function startMetaServer(): Promise<MetaServer> {
  const requests: MetaRequest[] = [];
  const holds: (() => Promise<void>)[] = [];
  const answers: Answer[] = [];
  const files = new Map<string, { content: Uint8Array; mimeType: string; size: number }>();
  let sent = 0;
  let [templates, pageSize]: [readonly unknown[], number] = [[], 100];

  const ROUTES: readonly [
    method: string,
    path: RegExp,
    answer: (request: MetaRequest, id: string) => [number, object],
  ][] = [
    [
      "POST",
      new RegExp(`^/v23\\.0/${PHONE_NUMBER_ID}/messages$`),
      ({ body }) =>
        checked("whatsapp", body, {
          messaging_product: "whatsapp",
          contacts: [{ input: body?.["to"], wa_id: body?.["to"] }],
          messages: [{ id: `wamid.out.${(sent += 1)}` }],
        }),
    ],
    [
      "POST",
      new RegExp(`^/v23\\.0/${PHONE_NUMBER_ID}/media$`),
      ({ raw }) =>
        ["messaging_product", "type", "file"].every((part) => raw.includes(`name="${part}"`))
          ? [200, { id: "4490709327384033" }]
          : [400, { error: { code: 100, message: "Invalid parameter" } }],
    ],
    [
      "POST",
      new RegExp(`^/v23\\.0/${INSTAGRAM_ID}/messages$`),
      ({ body }) => checked("instagram", body, { recipient_id: "526", message_id: `mid.out.${(sent += 1)}` }),
    ],
    [
      "POST",
      /^\/v23\.0\/(\d+)\/events$/,
      ({ body }) => checked("conversion", body, { events_received: 1, messages: [], fbtrace_id: "A1" }),
    ],
    ["POST", /^\/v23\.0\/(\d+)\/replies$/, ({ body }) => checked("reply", body, { id: "17870913679156914" })],
    ["POST", /^\/v23\.0\/(\d+)$/, ({ body }) => checked("hide", body, { success: true })],
    [
      "GET",
      new RegExp(`^/v23\\.0/${ACCOUNT_ID}/message_templates\\?(.*)$`),
      (_, query) => {
        const start = Number(new URLSearchParams(query).get("after") ?? 0);
        const end = start + pageSize;
        const next = end < templates.length ? { next: "https://graph.facebook.example/next" } : {};
        return [
          200,
          { data: templates.slice(start, end), paging: { cursors: { before: "x", after: `${end}` }, ...next } },
        ];
      },
    ],
    [
      "GET",
      /^\/v23\.0\/(\d+)$/,
      (_, id) => {
        const file = files.get(id);
        if (file === undefined) return [400, { error: { code: 100, message: "Unsupported get request" } }];
        const { mimeType: mime_type, size: file_size } = file;
        return [
          200,
          { messaging_product: "whatsapp", id, mime_type, file_size, sha256: "x", url: `${url}/files/${id}` },
        ];
      },
    ],
  ];

  const server = createServer(async (incoming, response) => {
    const request = await read(incoming);
    requests.push(request);
    await holds.shift()?.();
    const scripted = answers.shift();
    if (scripted !== undefined) return scripted(request, response);
    const file = /^\/files\/(\d+)$/.exec(request.path)?.[1];
    if (file === undefined && incoming.headers.authorization !== `Bearer ${TOKEN}`)
      return metaError(401, 190, "Invalid OAuth access token")(request, response);
    if (file !== undefined) {
      const { content, mimeType } = files.get(file) ?? { content: new Uint8Array(), mimeType: "text/plain" };
      response.writeHead(200, { "content-type": mimeType }).end(content);
      return;
    }
    for (const [method, path, answer] of ROUTES) {
      const match = method === request.method ? path.exec(request.path) : null;
      if (match !== null) return json(response, ...answer(request, match[1] ?? ""));
    }
    json(response, 404, { error: { code: 2500, message: `Unknown path components: ${request.path}` } });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    requests,
    next: (answer) => answers.push(answer),
    holdNext: (until) => void holds.push(until),
    templates: (all, page = 100) => ([templates, pageSize] = [all, page]),
    addFile: (id, content, mimeType, size = content.byteLength) => files.set(id, { content, mimeType, size }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function checked(schema: string, body: unknown, answer: object): [number, object] {
  const check = CHECKS[schema];
  if (check?.(body) === true) return [200, answer];
  const details = ajv.errorsText(check?.errors);
  return [400, { error: { code: 100, message: "(#100) Invalid parameter", error_data: { details } } }];
}

function json(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response
    .writeHead(status, { "content-type": "application/json; charset=UTF-8", ...headers })
    .end(JSON.stringify(body));
}

async function read(incoming: IncomingMessage): Promise<MetaRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  const raw = Buffer.concat(chunks).toString("utf8");
  const isJson = incoming.headers["content-type"]?.startsWith("application/json") ?? false;
  return {
    method: incoming.method ?? "",
    path: incoming.url ?? "",
    body: isJson ? (JSON.parse(raw) as Record<string, unknown>) : null,
    raw,
  };
}
