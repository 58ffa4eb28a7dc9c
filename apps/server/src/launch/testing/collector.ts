import { expect } from "vitest";
import { answer, type Receiver, startReceiver } from "../../runs/testing/servers.ts";

/** A span as OTLP's JSON sends it, its attributes as an object. */
export interface SentSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  /** 1 internal, 2 server, 3 client. */
  kind: number;
  /** Unix ns. */
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  /** 2 failed. */
  status: { code: number };
  attributes: Readonly<Record<string, string | number | boolean>>;
  /** Of the process that sent it. */
  resource: Readonly<Record<string, string | number | boolean>>;
}

interface Attribute {
  key: string;
  value: Record<string, string | number | boolean>;
}

interface Sent {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<SentSpan, "attributes" | "resource"> & { attributes: Attribute[] })[] }[];
  }[];
}

/** A collector of traces that takes JSON. */
export interface Collector {
  receiver: Receiver;
  /** What came of a trace, once a span of that name did and everything that its processes had left to send. */
  trace(traceId: string, last: string): Promise<SentSpan[]>;
}

export async function startCollector(): Promise<Collector> {
  const receiver = await startReceiver(answer(200, "{}"));
  const spans = (traceId: string) =>
    receiver.requests
      .flatMap(({ body }) => spansIn(JSON.parse(body) as Sent))
      .filter((span) => span.traceId === traceId);
  return {
    receiver,
    async trace(traceId, last) {
      await expect.poll(() => spans(traceId).map(({ name }) => name)).toContain(last);
      return spans(traceId);
    },
  };
}

const spansIn = ({ resourceSpans }: Sent): SentSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        attributes: valuesOf(span.attributes),
        resource: valuesOf(resource.attributes),
      })),
    ),
  );

const valuesOf = (attributes: readonly Attribute[]): SentSpan["attributes"] =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] ?? ""]));
