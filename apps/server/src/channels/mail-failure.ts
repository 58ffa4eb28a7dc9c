import { failureReason, type FailureReason } from "@trilho/engine/failures";
import { codeOf, connectionFailure } from "../platform/network/connection-failure.ts";

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

/** Why a message was not taken, with what the server said in its own words. */
export function mailFailure(error: unknown, host: string): FailureReason[] {
  const { command, response, responseCode: status } = error as MailError;
  if (typeof status === "number" && typeof response === "string")
    return [failureReason(refusalOf(command, status), { words: response.replace(/^\d{3}[ -]?/, ""), status })];
  const detail = codeOf(error);
  if (OBJECTIONS.has(detail)) return [failureReason("mail-failed", { detail })];
  return [failureReason("mail-unreachable"), connectionFailure(error, host)];
}

/** Answers to `MAIL FROM` that are about the sender; others are about limits, or about signing in first. */
const OF_SENDER: ReadonlySet<number> = new Set([501, 550, 551, 553]);

/** What the server refused, by the command that it refused. For now, nobody's password or address is to blame. */
function refusalOf(command: unknown, status: number) {
  const name = typeof command === "string" ? command : "";
  if (name.startsWith("AUTH") && status >= 500) return "mail-sign-in";
  if (name.startsWith("RCPT")) return "mail-recipient";
  return name.startsWith("MAIL") && OF_SENDER.has(status) ? "mail-sender" : "mail-refused";
}
