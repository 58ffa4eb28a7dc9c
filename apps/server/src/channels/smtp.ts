import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { isEmailAddress } from "@trilho/engine";
import { failureReason } from "@trilho/engine/failures";
import {
  notSent,
  type OutgoingEmail,
  type SendContext,
  type Sent,
  asUncertain,
} from "../areas/conversations/sender.ts";
import { mailFailure } from "./mail-failure.ts";
import { traced, type SpanStart } from "../platform/tracing/tracing.ts";

/** Sends e-mail through one SMTP server. */
export interface Mailer {
  /** Never rejects. */
  send(context: Pick<SendContext, "workspaceId" | "idempotencyKey">, mail: OutgoingEmail): Promise<Sent>;
  /** Lets go of connections. */
  close(): Promise<void>;
}

export interface MailerOptions {
  /** Certificates to trust beside the system's, PEM. */
  ca?: string;
  /** How long the server may take to answer, in ms; 30 s by default. */
  timeoutMs?: number;
}

/** A server that keeps talking, but gets nowhere, is given up after so many of its timeouts. */
const ALL_IN_ALL = 3;

/** A mailer over a pool of connections, opened when they are needed. */
export function createMailer({ url, from }: MailConfig, { ca, timeoutMs = 30_000 }: MailerOptions = {}): Mailer {
  /** The mails under way by their id. None can have gone out before anything of it was read. */
  const contents = new Map<string, Readable>();
  const open = async () => {
    // With the first mail: a start need not wait for it.
    const { createTransport } = await import("nodemailer");
    const transport = createTransport({
      ...serverOf(url),
      pool: true,
      maxConnections: 5,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      // Nothing in a message may make this machine read its own files or addresses.
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(ca === undefined ? {} : { tls: { ca } }),
    });
    transport.use("stream", ({ data, message }, done) => {
      message.processFunc((content) => {
        contents.set(String(data.messageId), content);
        return content;
      });
      done();
    });
    return transport;
  };
  let opened: ReturnType<typeof open> | undefined;
  const domain = /@([^\s@<>]+)>?\s*$/.exec(from)?.[1] ?? "localhost";

  return {
    async send({ workspaceId, idempotencyKey }, { to, cc, replyTo = null, subject, html, text }) {
      const wrong = [...to, ...cc, ...(replyTo === null ? [] : [replyTo])].find((address) => !isEmailAddress(address));
      if (wrong !== undefined || to.length === 0)
        return notSent(true, [failureReason("mail-address-wrong", { words: wrong ?? "" })]);
      const id = `<${messageIdOf(workspaceId, idempotencyKey)}@${domain}>`;
      try {
        const transport = await (opened ??= open());
        const mail = {
          from,
          to: to.map(toMailbox),
          cc: cc.map(toMailbox),
          ...(replyTo === null ? {} : { replyTo: toMailbox(replyTo) }),
          subject: subject.replaceAll(CONTROL, " "),
          ...(html === null ? {} : { html }),
          // Without any text, an empty one: a message needs a body.
          ...(text === null && html !== null ? {} : { text: text ?? "" }),
          signal: AbortSignal.timeout(ALL_IN_ALL * timeoutMs),
          messageId: id,
        };
        const { messageId } = await traced(
          "SMTP",
          () => spanTo(url),
          () => transport.sendMail(mail),
        );
        return { ok: true, provider: "smtp", externalId: messageId };
      } catch (error) {
        return failureOf(error, url, contents.get(id)?.readableDidRead ?? false);
      } finally {
        contents.delete(id);
      }
    },
    async close() {
      (await opened)?.close();
    },
  };
}

/** The same for every attempt at a message, so that whoever receives it twice can tell. */
const messageIdOf = (workspaceId: string, key: string): string =>
  createHash("sha256")
    .update(JSON.stringify([workspaceId, key]))
    .digest("hex")
    .slice(0, 40);

function serverOf(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === "smtps:";
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  return {
    host: hostname.replaceAll(/^\[|\]$/g, ""),
    port: port === "" ? (secure ? 465 : 587) : Number(port),
    secure,
    // A password leaves this machine over TLS or not at all, even when somebody on the way hides that TLS is offered.
    ...(username === "" ? {} : { auth, requireTLS: !secure && !isThisMachine(hostname) }),
  };
}

const isThisMachine = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(host);

// Line breaks would begin another header.
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]+/g;

function spanTo(url: string): SpanStart {
  const { host, port } = serverOf(url);
  return {
    kind: "CLIENT",
    attributes: { "network.protocol.name": "smtp", "server.address": host, "server.port": port },
  };
}

const toMailbox = (address: string) => ({ name: "", address });

/** 5xx answers are final (RFC 5321, 4.2.1); 4xx ones, timeouts and broken connections may pass. */
function failureOf(error: unknown, url: string, wasBegun: boolean): Sent {
  const { responseCode } = error as { responseCode?: unknown };
  const wasAnswered = typeof responseCode === "number";
  const failed = notSent(wasAnswered && responseCode >= 500, mailFailure(error, hostOf(url)));
  return wasBegun && !wasAnswered ? asUncertain(failed) : failed;
}

function hostOf(url: string): string {
  const { host, port } = serverOf(url);
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

export interface MailConfig {
  /** `smtp://` or `smtps://`, with user and password where the server wants them. */
  url: string;
  /** The sender: an address, or a name with one in angle brackets. */
  from: string;
}
