import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" };
const tracingWith = (env: Record<string, string>) => readConfig([], env, "/srv").tracing;

describe("traces", () => {
  test.each([
    ["with a collector", ENDPOINT, "http/protobuf"],
    [
      "with an address for traces alone",
      { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://collector.example/v1/traces" },
      "http/protobuf",
    ],
    ["as JSON", { ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" }, "http/json"],
    [
      "as JSON, whatever else is sent",
      { ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc", OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/json" },
      "http/json",
    ],
    ["where the SDK is not disabled", { ...ENDPOINT, OTEL_SDK_DISABLED: "false" }, "http/protobuf"],
  ])("are made %s", (_, env, protocol) => {
    expect(tracingWith(env)).toEqual({ protocol });
  });

  test.each([
    ["without a collector", { OTEL_SERVICE_NAME: "crm", OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }],
    ["where the SDK is disabled", { ...ENDPOINT, OTEL_SDK_DISABLED: "TRUE" }],
    ["where other programs alone are to send theirs", { ...ENDPOINT, OTEL_TRACES_EXPORTER: "none" }],
  ])("are not made %s", (_, env) => {
    expect(tracingWith(env)).toBeNull();
  });

  test.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" }, "OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address"],
    [
      { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "/v1/traces" },
      "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must be an http or https address",
    ],
    [
      { ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" },
      'OTEL_EXPORTER_OTLP_PROTOCOL must be one of http/protobuf, http/json, not "grpc".',
    ],
    [{ ...ENDPOINT, OTEL_TRACES_EXPORTER: "console" }, 'OTEL_TRACES_EXPORTER must be otlp or none, not "console".'],
  ])("cannot be sent as %j says, which ends the start", (env, message) => {
    expect(() => tracingWith(env)).toThrow(message);
  });
});
