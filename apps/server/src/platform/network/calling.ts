import { traced } from "../tracing/tracing.ts";

/**
 * A call to another system by HTTP, as a span of its own, which ends when the answer begins. Of its address the span says
 * scheme, host and port alone: the rest may let in whoever knows it.
 */
export const calling = <Answer extends { statusCode: number }>(
  method: string,
  url: string,
  send: () => Promise<Answer>,
): Promise<Answer> =>
  traced(
    method,
    () => ({ kind: "CLIENT", attributes: { "http.request.method": method, ...serverOf(url) } }),
    send,
    (answer) => ({
      attributes: { "http.response.status_code": answer?.statusCode },
      ...(answer !== null && answer.statusCode >= 400 && { failed: String(answer.statusCode) }),
    }),
  );

function serverOf(url: string): Record<string, string | number> {
  const { protocol, hostname, port } = new URL(url);
  const usual = protocol === "https:" ? 443 : 80;
  return {
    "url.scheme": protocol.slice(0, -1),
    "server.address": hostname,
    "server.port": port === "" ? usual : Number(port),
  };
}
