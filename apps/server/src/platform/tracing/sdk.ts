import { randomUUID } from "node:crypto";
import * as api from "@opentelemetry/api";
import { OTLPTraceExporter as JsonExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as ProtobufExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider, type SpanExporter } from "@opentelemetry/sdk-trace-node";
import type { Logger } from "pino";
import { within } from "../background/pause.ts";
import { traceWith } from "./tracing.ts";

/** How spans leave this process. All else is read from the environment by OpenTelemetry's SDK. */
export interface TracingSettings {
  protocol: "http/protobuf" | "http/json";
}

/** How long an end waits for the last spans to be taken. */
const LAST_MS = 3_000;

const unsaid = (): void => undefined;

/** Has this process send spans. Answers what sends the last ones and ends that. */
export function startTracing(
  { protocol }: TracingSettings,
  version: string,
  logger: Pick<Logger, "warn">,
): () => Promise<void> {
  // What it finds wrong with its settings, and what it has no room for.
  const say = (...words: unknown[]): void => logger.warn({ text: words.map(String).join(" ") }, "OpenTelemetry");
  api.diag.setLogger({ error: say, warn: say, info: unsaid, debug: unsaid, verbose: unsaid }, api.DiagLogLevel.WARN);
  const exporter = protocol === "http/json" ? new JsonExporter() : new ProtobufExporter();
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(
        resourceFromAttributes({
          "service.name": "trilho",
          "service.version": version,
          "service.instance.id": randomUUID(),
        }),
      )
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(telling(exporter, logger))],
  });
  provider.register();
  traceWith(api);
  return async () => {
    traceWith(null);
    await within(
      LAST_MS,
      provider.shutdown().catch((error: unknown) => logger.warn({ err: error }, "tracing not ended")),
    );
  };
}

/** The same, which tells when spans begin to be lost, and when they are taken again. */
function telling(exporter: SpanExporter, logger: Pick<Logger, "warn">): SpanExporter {
  let isLosing = false;
  return {
    export(spans, done) {
      exporter.export(spans, ({ code, error }) => {
        // 0 is success.
        if (code !== 0 && !isLosing) logger.warn({ err: error }, "traces not taken");
        if (code === 0 && isLosing) logger.warn("traces taken again");
        isLosing = code !== 0;
        // Told above: it would be told for each batch otherwise, or not at all.
        done({ code: 0 });
      });
    },
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush && { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
  };
}
