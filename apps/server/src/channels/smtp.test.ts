import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, describe, expect, test } from "vitest";
import type { OutgoingEmail } from "../areas/conversations/sender.ts";
import { startMailbox } from "../runs/testing/servers.ts";
import { createMailer, type Mailer } from "./smtp.ts";
import { CERTIFICATE, KEY } from "./testing/certificate.ts";
import { failureTexts } from "../testing/failure-texts.ts";

const FROM = "Aurora Solar <sales@aurora.example>";
const CONTEXT = { workspaceId: "ws", idempotencyKey: "key-1" };
const mail = (change: Partial<OutgoingEmail> = {}): OutgoingEmail => ({
  kind: "email",
  to: ["ana@mail.example"],
  cc: [],
  subject: "Your quote",
  html: null,
  text: "Hello Ana",
  ...change,
});

interface Received {
  from: string;
  to: string[];
  user: string | undefined;
  secure: boolean;
  source: string;
}

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const refusal = (message: string, responseCode: number) => Object.assign(new Error(message), { responseCode });

/** A mail server that keeps what it takes. */
async function startServer(options: SMTPServerOptions = {}): Promise<{ port: number; received: Received[] }> {
  const received: Received[] = [];
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disableReverseLookup: true,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          user: session.user === undefined ? undefined : String(session.user),
          secure: session.secure,
          source: Buffer.concat(chunks).toString("utf8"),
        });
        callback();
      });
    },
    ...options,
  });
  // Broken connections are what some tests are about.
  server.on("error", () => undefined);
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return { port: (listening.address() as AddressInfo).port, received };
}

function mailerTo(url: string, options: { ca?: string; timeoutMs?: number } = {}): Mailer {
  const mailer = createMailer({ url, from: FROM }, options);
  closing.push(() => mailer.close());
  return mailer;
}

/** Lines of a header, unfolded. */
const headersOf = (source: string): string[] =>
  (source.split("\r\n\r\n")[0] ?? "").replaceAll(/\r\n[ \t]+/g, " ").split("\r\n");
const headerOf = (source: string, name: string): string | undefined =>
  headersOf(source)
    .find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    ?.slice(name.length + 1)
    .trim();

describe("e-mail over SMTP", () => {
  test("reaches everybody it is for, from the configured sender", async () => {
    const { port, received } = await startServer({ disabledCommands: ["STARTTLS", "AUTH"] });
    const sent = await mailerTo(`smtp://127.0.0.1:${port}`).send(CONTEXT, mail({ cc: ["rui@aurora.example"] }));
    expect(sent).toMatchObject({ ok: true, provider: "smtp" });
    expect(received).toMatchObject([
      { from: "sales@aurora.example", to: ["ana@mail.example", "rui@aurora.example"], secure: false },
    ]);
    const source = received[0]?.source ?? "";
    expect(headerOf(source, "From")).toBe("Aurora Solar <sales@aurora.example>");
    expect(headerOf(source, "Subject")).toBe("Your quote");
    expect(source).toContain("Hello Ana");
  });

  test("carries both kinds of a text, and other scripts in subject and body", async () => {
    const { port, received } = await startServer({ disabledCommands: ["STARTTLS"] });
    const both = mail({ subject: "Orçamento pronto ☀️ 見積もり", html: "<p>Olá, Ação</p>", text: "Olá, Ação" });
    expect(await mailerTo(`smtp://127.0.0.1:${port}`).send(CONTEXT, both)).toMatchObject({ ok: true });
    const source = received[0]?.source ?? "";
    expect(headerOf(source, "Content-Type")).toMatch(/^multipart\/alternative/);
    expect(source).toMatch(/text\/plain; charset=utf-8/);
    expect(source).toMatch(/text\/html; charset=utf-8/);
    expect(decodedWords(headerOf(source, "Subject") ?? "")).toBe("Orçamento pronto ☀️ 見積もり");
    expect(source).toMatch(/Ol=C3=A1, A=C3=A7=C3=A3o/);
  });

  test("has a Message-ID that follows from its key, the same at every attempt", async () => {
    const { port, received } = await startServer({ disabledCommands: ["STARTTLS"] });
    const mailer = mailerTo(`smtp://127.0.0.1:${port}`);
    const first = await mailer.send(CONTEXT, mail());
    expect(await mailer.send(CONTEXT, mail())).toEqual(first);
    const others = [
      await mailer.send({ ...CONTEXT, idempotencyKey: "key-2" }, mail()),
      await mailer.send({ ...CONTEXT, workspaceId: "another" }, mail()),
    ];
    const ids = [first, ...others].map((sent) => (sent.ok ? sent.externalId : ""));
    expect(new Set(ids).size).toBe(3);
    expect(ids[0]).toMatch(/^<[0-9a-f]{40}@aurora\.example>$/);
    expect(headerOf(received[0]?.source ?? "", "Message-ID")).toBe(ids[0]);
  });

  test("signs in with the user and password of the URL", async () => {
    const { port, received } = await startServer({
      authOptional: false,
      allowInsecureAuth: true,
      disabledCommands: ["STARTTLS"],
      onAuth: ({ username, password }, _, callback) =>
        username === "us@er" && password === "pa:ss/1"
          ? callback(null, { user: username })
          : callback(refusal("no", 535)),
    });
    const good = await mailerTo(`smtp://us%40er:pa%3Ass%2F1@127.0.0.1:${port}`).send(CONTEXT, mail());
    expect(good).toMatchObject({ ok: true });
    expect(received).toMatchObject([{ user: "us@er" }]);
    const wrong = await mailerTo(`smtp://us%40er:secret-of-mine@127.0.0.1:${port}`).send(CONTEXT, mail());
    expect(wrong).toMatchObject({ ok: false, isPermanent: true });
    expect(failureTexts(wrong)).toEqual([
      "The mail server refuses the user or the password: ask whoever runs this server to correct them. It says: “no” (535).",
      "O servidor de e-mail recusa o usuário ou a senha: peça a quem cuida deste servidor que os corrija. Ele diz: “no” (535).",
    ]);
    expect(JSON.stringify(wrong)).not.toMatch(/secret-of-mine|c2VjcmV0/);
  });

  test("goes over TLS, from the first byte or upgraded, to a server whose certificate is trusted", async () => {
    const tls = await startServer({ secure: true, key: KEY, cert: CERTIFICATE });
    const upgraded = await startServer({ key: KEY, cert: CERTIFICATE });
    for (const [url, { received }] of [
      [`smtps://localhost:${tls.port}`, tls],
      [`smtp://localhost:${upgraded.port}`, upgraded],
    ] as const) {
      expect(await mailerTo(url, { ca: CERTIFICATE }).send(CONTEXT, mail())).toMatchObject({ ok: true });
      expect(received).toMatchObject([{ secure: true }]);
      expect(await mailerTo(url).send(CONTEXT, mail())).toMatchObject({ ok: false, isPermanent: false });
      expect(received).toHaveLength(1);
    }
  });

  test.each([
    [
      "a recipient for good",
      { onRcptTo: refuse("5.1.1 no such user", 550) },
      true,
      "The mail server does not take the recipient: “5.1.1 no such user” (550).",
      "O servidor de e-mail não aceita o destinatário: “5.1.1 no such user” (550).",
    ],
    [
      "a recipient for now",
      { onRcptTo: refuse("4.2.1 mailbox is busy", 451) },
      false,
      "The mail server does not take the recipient: “4.2.1 mailbox is busy” (451).",
      "O servidor de e-mail não aceita o destinatário: “4.2.1 mailbox is busy” (451).",
    ],
    [
      "the sender for good",
      { onMailFrom: refuse("5.7.1 not you", 553) },
      true,
      "The mail server does not take the sender: ask whoever runs this server to check it. It says: “5.7.1 not you” (553).",
      "O servidor de e-mail não aceita o remetente: peça a quem cuida deste servidor que o confira. Ele diz: “5.7.1 not you” (553).",
    ],
    [
      "too many messages for now",
      { onMailFrom: refuse("4.7.0 slow down", 421) },
      false,
      "The mail server did not take the message: “4.7.0 slow down” (421).",
      "O servidor de e-mail não aceitou a mensagem: “4.7.0 slow down” (421).",
    ],
  ] as const)(
    "says so in both languages when the server refuses %s",
    async (_, options, isPermanent, english, portuguese) => {
      const { port, received } = await startServer({ disabledCommands: ["STARTTLS"], ...options });
      const sent = await mailerTo(`smtp://127.0.0.1:${port}`).send(CONTEXT, mail());
      expect(sent).toMatchObject({ ok: false, isPermanent });
      expect(failureTexts(sent)).toEqual([english, portuguese]);
      expect(received).toEqual([]);
    },
  );

  test("gives up on a server that says nothing, and on one that is not there, for now", async () => {
    const sockets = new Set<{ destroy(): void }>();
    const silent = createServer((socket) => sockets.add(socket)).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const timedOut = await mailerTo(`smtp://127.0.0.1:${port}`, { timeoutMs: 100 }).send(CONTEXT, mail());
    expect(timedOut).toMatchObject({ ok: false, isPermanent: false });
    expect(timedOut).not.toHaveProperty("isUncertain");
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
    const gone = await mailerTo(`smtp://127.0.0.1:${port}`, { timeoutMs: 1000 }).send(CONTEXT, mail());
    expect(gone).toMatchObject({ ok: false, isPermanent: false });
    expect(gone).not.toHaveProperty("isUncertain");
  });

  test("says that a mail may have gone out which its server took without an answer", async () => {
    const mailbox = await startMailbox();
    mailbox.holdNext(() => new Promise(() => undefined));
    const sent = await mailerTo(mailbox.url, { timeoutMs: 2000 }).send(CONTEXT, mail());
    expect(sent).toMatchObject({ ok: false, isUncertain: true });
    expect(failureTexts(sent)[0]).toContain("may have gone out");
    expect(mailbox.mails).toHaveLength(1);
    await mailbox.close();
  });

  test("gives up on a server that keeps talking and gets nowhere", async () => {
    const timers = new Set<NodeJS.Timeout>();
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.write("220 hello\r\n");
      socket.once("data", () => timers.add(setInterval(() => socket.write("250-AND MORE\r\n"), 20)));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    closing.push(() => {
      for (const timer of timers) clearInterval(timer);
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const sent = await mailerTo(`smtp://127.0.0.1:${port}`, { timeoutMs: 100 }).send(CONTEXT, mail());
    expect(sent).toMatchObject({ ok: false, isPermanent: false });
  });

  test("lets nothing in a subject begin another header", async () => {
    const { port, received } = await startServer({ disabledCommands: ["STARTTLS"] });
    const subject = "Hi\r\nBcc: eve@evil.example\r\n\r\n<script>";
    expect(await mailerTo(`smtp://127.0.0.1:${port}`).send(CONTEXT, mail({ subject }))).toMatchObject({ ok: true });
    expect(received).toMatchObject([{ to: ["ana@mail.example"] }]);
    expect(headerOf(received[0]?.source ?? "", "Bcc")).toBeUndefined();
    expect(headerOf(received[0]?.source ?? "", "Subject")).toBe("Hi Bcc: eve@evil.example <script>");
  });

  test.each([
    ["a line break", "ana@mail.example\r\nBcc: eve@evil.example"],
    ["a list", "ana@mail.example, eve@evil.example"],
    ["a name", "Ana <ana@mail.example>"],
    ["no address", "ana"],
    ["nothing", ""],
    ["an option of a command", "<ana@mail.example> SIZE=1"],
  ])("sends nothing to %s in place of an address", async (_, address) => {
    const { port, received } = await startServer({ disabledCommands: ["STARTTLS"] });
    const mailer = mailerTo(`smtp://127.0.0.1:${port}`);
    for (const change of [{ to: [address] }, { cc: [address] }]) {
      expect(await mailer.send(CONTEXT, mail(change))).toMatchObject({ ok: false, isPermanent: true });
    }
    expect(received).toEqual([]);
  });
});

type Refuse = NonNullable<SMTPServerOptions["onRcptTo"]>;

function refuse(message: string, code: number): Refuse {
  return (_, __, callback) => callback(refusal(message, code));
}

/** RFC 2047: encoded words, those in a row joined before their bytes are read as UTF-8. */
function decodedWords(header: string): string {
  const bytes = [...header.matchAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi)].map(([, kind, text = ""]) =>
    kind?.toUpperCase() === "B" ? Buffer.from(text, "base64") : quotedPrintable(text),
  );
  return Buffer.concat(bytes).toString("utf8");
}

const quotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll("_", " ")
      .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    "latin1",
  );
