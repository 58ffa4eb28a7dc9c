import { afterAll, describe, expect, it } from "vitest";
import { createAssistant } from "../../channels/assistant.ts";
import { createWebhookCaller } from "../../channels/webhook-caller.ts";
import { createGraph } from "../../channels/meta/graph.ts";
import { META_DEFAULTS } from "../../channels/meta/settings.ts";
import { createMailer } from "../../channels/smtp.ts";
import { failureTexts } from "../../testing/failure-texts.ts";
import { connectionFailure } from "./connection-failure.ts";
import { type BrokenServer, type Fault, startBroken } from "./testing/broken-servers.ts";

/** Servers that keep everybody waiting. */
const ENDLESS: ReadonlySet<Fault> = new Set(["silent", "dripping its head", "hinting without end"]);
const ENDLESS_LIMIT_MS = 400;
/** The others say or do something, which a busy machine may take some time for. */
const LIMIT_MS = 20_000;
const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

const webhooks = createWebhookCaller({ allowPrivate: true });
closing.push(webhooks.close);

/** What each of those who reach out says of a server at this port. */
const CALLERS = {
  async webhook(port: number, scheme: string, limitMs: number) {
    const request = { url: `${scheme}://127.0.0.1:${port}/in`, method: "POST", headers: {}, body: "{}" };
    const delivery = await webhooks.call(request, limitMs);
    return delivery;
  },
  async assistant(port: number, scheme: string, limitMs: number) {
    const assistant = createAssistant({ url: `${scheme}://127.0.0.1:${port}/v1`, key: null, model: "small" }, limitMs);
    closing.push(assistant.close);
    const answer = await assistant.ask({ system: "", user: "" }, "k");
    return answer;
  },
  async meta(port: number, scheme: string, limitMs: number) {
    const baseUrl = `${scheme}://127.0.0.1:${port}`;
    const graph = createGraph({ ...META_DEFAULTS, baseUrl, token: "t", timeoutMs: limitMs });
    closing.push(graph.close);
    const answer = await graph.post("me/messages", {});
    return answer;
  },
  async mail(port: number, scheme: string, limitMs: number) {
    const url = `${scheme === "https" ? "smtps" : "smtp"}://127.0.0.1:${port}`;
    const mailer = createMailer({ url, from: "sales@acme.example" }, { timeoutMs: limitMs });
    closing.push(mailer.close);
    const mail = { kind: "email" as const, to: ["ana@acme.example"], cc: [], subject: "Hi", html: null, text: "Hi" };
    const sent = await mailer.send({ workspaceId: "w", idempotencyKey: "k" }, mail);
    return sent;
  },
};
type Caller = keyof typeof CALLERS;

/** What stands before a reason, by who says it. */
const BEFORE: Readonly<Record<Caller, readonly [english: string, portuguese: string]>> = {
  webhook: ["", ""],
  assistant: ["The assistant cannot be reached. ", "Não foi possível falar com o assistente. "],
  meta: ["Meta cannot be reached. ", "Não foi possível falar com a Meta. "],
  mail: ["The mail server cannot be reached. ", "Não foi possível falar com o servidor de e-mail. "],
};

const REFUSED = [
  "HOST refused the connection: its service may be off, or the address names a wrong port (CODE).",
  "HOST recusou a conexão: o serviço pode estar desligado, ou o endereço indica uma porta errada (CODE).",
] as const;
const BROKEN_OFF = [
  "HOST broke off the connection before it answered (CODE).",
  "HOST interrompeu a conexão antes de responder (CODE).",
] as const;
const SILENT = ["HOST did not answer in time (CODE).", "HOST não respondeu a tempo (CODE)."] as const;
const GARBLED = [
  "HOST answered what cannot be understood: check address and port (CODE).",
  "HOST respondeu algo que não dá para entender: confira o endereço e a porta (CODE).",
] as const;
const UNTRUSTED = [
  "HOST shows a certificate that no known authority vouches for, so nothing is sent to it (CODE).",
  "HOST apresenta um certificado que nenhuma autoridade conhecida garante, por isso nada é enviado (CODE).",
] as const;
const PLAIN = [
  "No encrypted connection to HOST came about: it may not offer one at this port (CODE).",
  "Não houve conexão criptografada com HOST: talvez essa porta não a ofereça (CODE).",
] as const;
const TALKATIVE = ["HOST answered too much (CODE).", "HOST respondeu demais (CODE)."] as const;

const WEB: readonly Caller[] = ["webhook", "assistant", "meta"];
const ALL: readonly Caller[] = [...WEB, "mail"];

describe.each<
  [what: string, fault: Fault, scheme: string, who: readonly Caller[], said: readonly [string, string], code: RegExp]
>([
  ["a port where nobody listens", "closed", "http", ALL, REFUSED, /ECONNREFUSED/],
  ["a server that hangs up on a request", "closing", "http", WEB, BROKEN_OFF, /UND_ERR_SOCKET/],
  ["a server that hangs up at once", "closing at once", "http", ["mail"], BROKEN_OFF, /ECONN\w+/],
  ["a server that resets the connection", "resetting", "http", WEB, BROKEN_OFF, /ECONNRESET/],
  ["a server that never answers", "silent", "http", ALL, SILENT, /\w*(?:TIMEDOUT|TIMEOUT|TimeoutError|EABORT)/],
  ["a server that answers a letter at a time", "dripping its head", "http", WEB, SILENT, /TimeoutError|UND_ERR_\w+/],
  ["a server that never comes to its answer", "hinting without end", "http", WEB, SILENT, /TimeoutError|UND_ERR_\w+/],
  ["a server that speaks something else", "garbled when asked", "http", WEB, GARBLED, /HTTPParserError|HPE_\w+/],
  ["a mail server that speaks something else", "garbled", "http", ["mail"], GARBLED, /EPROTOCOL/],
  ["a certificate that its owner made", "self-signed", "https", ALL, UNTRUSTED, /DEPTH_ZERO_SELF_SIGNED_CERT/],
  ["a server without encryption", "garbled when asked", "https", ALL, PLAIN, /ERR_SSL_WRONG_VERSION_NUMBER/],
  ["an answer whose head never ends", "too talkative", "http", WEB, TALKATIVE, /UND_ERR_HEADERS_OVERFLOW/],
])("%s", (_, fault, scheme, who, said, code) => {
  it.each(who)("is told by the %s, in both languages", async (caller) => {
    const server: BrokenServer = await startBroken(fault);
    const limitMs = ENDLESS.has(fault) ? ENDLESS_LIMIT_MS : LIMIT_MS;
    const told = failureTexts(await CALLERS[caller](server.port, scheme, limitMs));
    await server.close();
    const found = /\((\w+)\)\.$/.exec(told[0] ?? "")?.[1] ?? "";
    expect(found).toMatch(new RegExp(`^(?:${code.source})$`));
    const expected = said.map(
      (text, language) =>
        BEFORE[caller][language] + text.replace("HOST", `127.0.0.1:${server.port}`).replace("CODE", found),
    );
    expect(told).toEqual(expected);
  });
});

it("a name that nobody has is told", async () => {
  const request = { url: "http://crm.invalid/in", method: "POST", headers: {}, body: "{}" };
  const delivery = await webhooks.call(request, 5000);
  // A machine without a name server cannot tell that there is no such name.
  expect(delivery).toMatchObject({ answered: false, isRefused: false });
  expect(failureTexts(delivery)[0]).toMatch(
    /^crm\.invalid (?:was not found: check the address \(ENOTFOUND\)|could not be looked up just now \(EAI_AGAIN\))\.$/,
  );
});

it.each([
  ["a header's value", { url: "http://127.0.0.1:1/", method: "POST", headers: { "x-a": "b\nc" }, body: "" }],
  ["a method", { url: "http://127.0.0.1:1/", method: "PO ST", headers: {}, body: "" }],
])("a request that cannot be made, for %s, is not tried again", async (_, request) => {
  const delivery = await webhooks.call(request, LIMIT_MS);
  expect(delivery).toMatchObject({ answered: false, isRefused: true });
  expect(failureTexts(delivery)[0]).toMatch(
    /^The request cannot be made as it is written: “invalid .*” \(UND_ERR_INVALID_ARG\)\.$/,
  );
});

const error = (change: object) => Object.assign(new Error("x"), change);

describe("a code", () => {
  it.each<[unknown, string]>([
    [error({ code: "ENOTFOUND" }), "crm.example was not found: check the address (ENOTFOUND)."],
    [error({ code: "EDNS", originalCode: "ENOTFOUND" }), "crm.example was not found: check the address (ENOTFOUND)."],
    [error({ code: "EAI_AGAIN" }), "crm.example could not be looked up just now (EAI_AGAIN)."],
    [error({ code: "EHOSTUNREACH" }), "No way leads from this server to crm.example (EHOSTUNREACH)."],
    [
      error({ code: "CERT_HAS_EXPIRED" }),
      "The certificate of crm.example is not valid today, so nothing is sent to it (CERT_HAS_EXPIRED).",
    ],
    [
      error({ code: "ERR_TLS_CERT_ALTNAME_INVALID" }),
      "crm.example shows the certificate of another name, so nothing is sent to it (ERR_TLS_CERT_ALTNAME_INVALID).",
    ],
    [new DOMException("x", "TimeoutError"), "crm.example did not answer in time (TimeoutError)."],
    [error({ code: "ESOMETHING_NEW" }), "The connection to crm.example failed (ESOMETHING_NEW)."],
    ["no error at all", "The connection to crm.example failed (unknown)."],
  ])("%s never stands alone", (thrown, english) => {
    expect(failureTexts({ failure: [connectionFailure(thrown, "crm.example")] })).toEqual([
      english,
      expect.stringContaining("crm.example"),
    ]);
  });
});
