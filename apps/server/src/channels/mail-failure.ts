import { sayFailure } from "@trilho/engine/failures";
import { codeOf, connectionFailure } from "../outbound/connection-failure.ts";

/** What Nodemailer adds to its errors: the command that failed, and what the server answered to it. */
interface MailError {
  command?: unknown;
  response?: unknown;
  responseCode?: unknown;
}

/** Its own objections, met before or after there is a connection. */
const OBJECTIONS: ReadonlySet<string> = new Set([
  "EAUTH",
  "ECONFIG",
  "EENVELOPE",
  "EFILEACCESS",
  "EMAXRECIPIENTS",
  "EMESSAGE",
  "ENOAUTH",
  "EOAUTH2",
  "ESTREAM",
  "EURLACCESS",
]);

/** Why a message was not taken, in words for people; what the server said in its own. */
export function sayMailFailure(error: unknown, host: string): string {
  const { command, response, responseCode: status } = error as MailError;
  if (typeof status === "number" && typeof response === "string")
    return sayFailure(refusalOf(command), { words: response.replace(/^\d{3}[ -]?/, ""), status });
  const detail = codeOf(error);
  if (OBJECTIONS.has(detail)) return sayFailure("mail-failed", { detail });
  return `${sayFailure("mail-unreachable")} ${connectionFailure(error, host)}`;
}

/** What the server refused, by the command that it refused. */
function refusalOf(command: unknown): "mail-sign-in" | "mail-recipient" | "mail-sender" | "mail-refused" {
  const name = typeof command === "string" ? command : "";
  if (name.startsWith("AUTH")) return "mail-sign-in";
  if (name.startsWith("RCPT")) return "mail-recipient";
  return name.startsWith("MAIL") ? "mail-sender" : "mail-refused";
}
