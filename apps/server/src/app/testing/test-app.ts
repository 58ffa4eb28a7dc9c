import type { AddressInfo } from "node:net";
import { API_PREFIX } from "@trilho/contract";
import { expect } from "vitest";
import { createApp, type AppOptions } from "../app.ts";
import { openTestStore, type TestStore } from "../../testing/open-test-store.ts";
import { undocumented } from "./document.ts";
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
  /** Fails where request or answer leave the API's document. */
  call(method: string, path: string, init?: CallInit): Promise<Answer>;
  close(): Promise<void>;
}

/** Servers that suites of this process are done with, their databases empty again. */
const spare: TestApp[] = [];

/** The real server on a free port, on a database of its own unless it is given one. */
export async function startTestApp(options?: Partial<AppOptions>, on?: TestStore): Promise<TestApp> {
  if (options !== undefined) return start(options, on);
  const app = spare.pop() ?? (await start({}));
  return {
    ...app,
    async close() {
      if (await app.opened.empty()) spare.push(app);
      else await app.close();
    },
  };
}

async function start(options: Partial<AppOptions>, on?: TestStore): Promise<TestApp> {
  const opened = on ?? (await openTestStore());
  const { store, serverSecret, db } = opened;
  const app = createApp({ limits: { perIp: 1e6, perWorkspace: 1e6 }, ...options, store, serverSecret });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    opened,
    url,
    workspace: (features) => addWorkspace(db, serverSecret, features),
    async call(method, path, init = {}) {
      const answer = await request(url + path, method, init);
      if (path.startsWith(`${API_PREFIX}/`))
        expect(undocumented({ method, path, body: init.json ?? parsed(init.raw), answer })).toEqual([]);
      return answer;
    },
    async close() {
      await app.close();
      if (on === undefined) await opened.close();
    },
  };
}

/** What a text holds as JSON; undefined where that is nothing. */
function parsed(raw: CallInit["raw"]): unknown {
  if (typeof raw !== "string") return undefined;
  try {
    return JSON.parse(raw.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

/** One request with everything of its answer. */
export async function request(
  url: string,
  method: string,
  { key, json, raw, headers = {} }: CallInit = {},
): Promise<Answer> {
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
