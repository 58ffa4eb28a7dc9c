import type * as Api from "@opentelemetry/api";
import { codeOf } from "../network/connection-failure.ts";

type OpenTelemetry = typeof Api;
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** What a span begins with. Attributes have the names of OpenTelemetry's semantic conventions, else `trilho.…`. */
export interface SpanStart {
  /** INTERNAL where it is left out. */
  kind?: keyof OpenTelemetry["SpanKind"];
  attributes?: Attributes;
  /** The `traceparent` (W3C) that it goes on from, null for a trace of its own; without it, the span around it. */
  from?: string | null;
}

/** What is known of a span at its end. */
export interface SpanEnd {
  attributes?: Attributes;
  /** What failed, in a word or a code. No message: it may name people. */
  failed?: string | undefined;
}

/** A span whose beginning and end lie in different places. */
export interface OpenSpan {
  /** What happens in `work`, and after it because of it, is a part of this span. */
  within(work: () => void): void;
  end(end: SpanEnd): void;
}

/** Null while tracing is off: then nothing of OpenTelemetry is loaded. */
let otel: OpenTelemetry | null = null;

/** Has spans made by this API, whose SDK is registered; by none with null. */
export function traceWith(api: OpenTelemetry | null): void {
  otel = api;
}

export const isTracing = (): boolean => otel !== null;

/** Does something as a span of its own; what it asks of the two functions is for the span alone. */
export const traced = <T>(
  name: string,
  start: () => SpanStart,
  work: () => Promise<T>,
  /** Is given null where `work` rejected. */
  end: (value: T | null) => SpanEnd = () => ({}),
): Promise<T> => (otel === null ? work() : inSpan(otel, name, start(), work, end));

async function inSpan<T>(
  api: OpenTelemetry,
  name: string,
  start: SpanStart,
  work: () => Promise<T>,
  end: (value: T | null) => SpanEnd,
): Promise<T> {
  const { span, context } = open(api, name, start);
  try {
    const value = await api.context.with(context, work);
    close(api, span, end(value));
    return value;
  } catch (error) {
    close(api, span, { failed: codeOf(error), ...end(null) });
    throw error;
  }
}

/** Null while tracing is off. */
export function openSpan(name: string, start: SpanStart): OpenSpan | null {
  if (otel === null) return null;
  const api = otel;
  const { span, context } = open(api, name, start);
  return { within: (work) => api.context.with(context, work), end: (end) => close(api, span, end) };
}

/** A span that took so long until now. A part of the span around it, and left out where there is none. */
export function noteSpan(name: string, start: SpanStart, ms: number, end: SpanEnd): void {
  if (otel?.trace.getActiveSpan()?.isRecording() !== true) return;
  const now = performance.now();
  close(otel, open(otel, name, start, now - ms).span, end, now);
}

/** The header by which another process goes on from here, and the key under which events keep it; else nothing. */
export function traceHeader(): { traceparent?: string } {
  const carrier: { traceparent?: string } = {};
  otel?.propagation.inject(otel.context.active(), carrier);
  // Not what else callers hand on: that is for nobody outside.
  return carrier.traceparent === undefined ? {} : { traceparent: carrier.traceparent };
}

/** What a line of the log says, and of which trace it is. */
export function withTrace(line: Record<string, unknown>): Record<string, unknown> {
  const span = otel?.trace.getActiveSpan()?.spanContext();
  return span === undefined ? line : { trace_id: span.traceId, span_id: span.spanId, ...line };
}

function open(api: OpenTelemetry, name: string, { kind = "INTERNAL", attributes = {}, from }: SpanStart, at?: number) {
  const { context, propagation, ROOT_CONTEXT, SpanKind, trace } = api;
  const parent = from === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, { traceparent: from });
  const startTime = at === undefined ? {} : { startTime: at };
  const span = trace.getTracer("trilho").startSpan(name, { kind: SpanKind[kind], attributes, ...startTime }, parent);
  return { span, context: trace.setSpan(parent, span) };
}

function close({ SpanStatusCode }: OpenTelemetry, span: Api.Span, { attributes = {}, failed }: SpanEnd, at?: number) {
  span.setAttributes(attributes);
  if (failed !== undefined) span.setAttribute("error.type", failed).setStatus({ code: SpanStatusCode.ERROR });
  span.end(at);
}
