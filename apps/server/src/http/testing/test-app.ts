import type { AddressInfo } from "node:net";
import { API_PREFIX } from "@trilho/contract";
import { expect, inject } from "vitest";
import { createApp, type AppOptions } from "../../app.ts";
import { openTestStore, type TestStore } from "../../testing/open-test-store.ts";
import { addWorkspace, type TestWorkspace } from "./workspace.ts";

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed when the answer is JSON, else its text. */
  // Tests look into answers freely; the contract's schemas hold them to their shape.
  body: ReturnType<typeof JSON.parse>;
}

export interface CallInit {
  key?: string | undefined;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is. */
  raw?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

export interface TestApp {
  opened: TestStore;
  url: string;
  workspace(features?: string[]): Promise<TestWorkspace>;
  call(method: string, path: string, init?: CallInit): Promise<Answer>;
  close(): Promise<void>;
}

/** The real server on a free port, on a database of its own unless it is given one. */
export async function startTestApp(options: Partial<AppOptions> = {}, on?: TestStore): Promise<TestApp> {
  const opened = on ?? (await openTestStore());
  const { store, serverSecret, db } = opened;
  const app = createApp({ limits: { perIp: 1e6, perWorkspace: 1e6 }, ...options, store, serverSecret });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const proxy = await startProxy(url);
  return {
    opened,
    url,
    workspace: (features) => addWorkspace(db, serverSecret, features),
    call: (method, path, init = {}) =>
      proxy === null || !isForProxy(path, init)
        ? call(url + path, method, init)
        : callThrough(proxy, path.slice(API_PREFIX.length), method, init),
    async close() {
      await proxy?.close();
      await app.close();
      if (on === undefined) await opened.close();
    },
  };
}

declare module "vitest" {
  interface ProvidedContext {
    /** A module whose `startProxy(url)` puts a validating proxy before the server; absent, requests go straight to it. */
    validatingProxy?: string;
  }
}

/** What is no JSON object, or no text, is sent as it is: a proxy writes it anew, or hangs on it. */
const isForProxy = (path: string, { raw, json }: CallInit): boolean =>
  path.startsWith(`${API_PREFIX}/`) && raw === undefined && !isPlain(json) && !/%00|%ED/i.test(path);

const isPlain = (json: unknown): boolean => json !== undefined && (typeof json !== "object" || json === null);

interface Proxy {
  url: string;
  close(): Promise<void>;
  /** What is wrong with a call that went through it. */
  violationsOf(answer: Answer): object[];
}

async function startProxy(upstream: string): Promise<Proxy | null> {
  const module = inject("validatingProxy");
  if (module === undefined) return null;
  const loaded = (await import(/* @vite-ignore */ module)) as { startProxy(url: string): Promise<Proxy> };
  return loaded.startProxy(upstream);
}

/** A call through the proxy, which must find nothing in it that the API's document does not say. */
async function callThrough(
  { url, violationsOf }: Proxy,
  path: string,
  method: string,
  init: CallInit,
): Promise<Answer> {
  const answer = await call(url + path, method, init);
  expect(violationsOf(answer)).toEqual([]);
  return answer;
}

async function call(url: string, method: string, { key, json, raw, headers = {} }: CallInit = {}): Promise<Answer> {
  const body = json === undefined ? raw : JSON.stringify(json);
  const response = await fetch(url, {
    method,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}
