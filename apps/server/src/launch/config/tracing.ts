import type { TracingSettings } from "../../platform/tracing/sdk.ts";
import { ConfigError, type Part, type Text } from "./parts.ts";

const PROTOCOLS = ["http/protobuf", "http/json"] as const;

/** OpenTelemetry's own variables say whether traces are made; those of them that are not here, its SDK reads. */
export function readTracing(text: Text, part: Part): TracingSettings | null {
  const names = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"];
  const endpoints = names.map((name) => ({ name, url: text(name) }));
  const protocols = [text("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"), text("OTEL_EXPORTER_OTLP_PROTOCOL")];
  const [exporter, disabled] = [text("OTEL_TRACES_EXPORTER") ?? "otlp", text("OTEL_SDK_DISABLED")];
  const isOff = exporter === "none" || disabled?.toLowerCase() === "true" || endpoints.every(({ url }) => url === null);
  if (isOff) return null;
  for (const { name, url } of endpoints) part(() => checkEndpoint(name, url));
  part(() => {
    if (exporter !== "otlp") throw new ConfigError(`OTEL_TRACES_EXPORTER must be otlp or none, not "${exporter}".`);
  });
  return { protocol: part(() => readProtocol(protocols[0] ?? protocols[1] ?? PROTOCOLS[0])) };
}

/** Never repeated: it may hold a password. */
function checkEndpoint(name: string, url: string | null): void {
  if (url === null || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) return;
  throw new ConfigError(`${name} must be an http or https address, such as http://127.0.0.1:4318.`);
}

function readProtocol(given: string): TracingSettings["protocol"] {
  const protocol = PROTOCOLS.find((known) => known === given);
  if (protocol !== undefined) return protocol;
  throw new ConfigError(`OTEL_EXPORTER_OTLP_PROTOCOL must be one of ${PROTOCOLS.join(", ")}, not "${given}".`);
}
