import { ROUTES, type OperationId } from "@trilho/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { expect } from "vitest";
import { automationBody } from "./graphs.ts";
import { startTestApp, type Answer, type CallInit, type TestApp } from "./test-app.ts";
import type { TestWorkspace } from "./workspace.ts";

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajvFormats.default(ajv);

/** Data of a successful answer, its whole body held to the contract's schema of the operation. */
export function expectSuccess(id: OperationId, answer: Answer): Answer["body"] {
  const { status, schema } = ROUTES[id].success;
  expect(answer.body).not.toHaveProperty("error");
  expect(answer.status).toBe(status);
  if (schema !== null) {
    ajv.validate(schema, answer.body);
    expect(ajv.errors).toBeNull();
  }
  return answer.body.data;
}

/** Which fields an answer's errors name. */
export const fieldsOf = (answer: Answer): string[] =>
  answer.body.fieldErrors.map(({ field }: { field: string }) => field);

/** A running server and one key of one workspace on it. */
export interface TestApi {
  app: TestApp;
  workspace: TestWorkspace;
  key: string;
  /** Below `/api/v1`, with the workspace's key by default. */
  call(method: string, path: string, init?: CallInit): Promise<Answer>;
  /** Each of these expects success and answers the resource. */
  create(change?: object): Promise<Answer["body"]>;
  read(id: string): Promise<Answer["body"]>;
  replace(id: string, change?: object): Promise<Answer["body"]>;
}

export async function startTestApi(features?: string[]): Promise<TestApi> {
  const app = await startTestApp();
  const workspace = await app.workspace(features);
  const key = await workspace.addKey();
  const call: TestApi["call"] = (method, path, init = {}) => app.call(method, `/api/v1${path}`, { key, ...init });
  return {
    app,
    workspace,
    key,
    call,
    create: async (change) =>
      expectSuccess("createAutomation", await call("POST", "/automations", { json: automationBody(change) })),
    read: async (id) => expectSuccess("getAutomation", await call("GET", `/automations/${id}`)),
    replace: async (id, change) =>
      expectSuccess("replaceAutomation", await call("PUT", `/automations/${id}`, { json: automationBody(change) })),
  };
}
