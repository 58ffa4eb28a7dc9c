import { expect } from "vitest";
import type { Answer } from "./test-app.ts";

/** An error answer in the contract's shape, and nothing else in it. */
export function expectRefusal(answer: Answer, status: number, code: string): void {
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  const known = new Set(["error", "code", "requestId", "details", "fieldErrors"]);
  expect(Object.keys(answer.body).filter((name) => !known.has(name))).toEqual([]);
  expect(answer.body.error).toEqual(expect.any(String));
  expect(answer.body.requestId).toMatch(/^req_/);
  expect(answer.headers.get("x-request-id")).toBe(answer.body.requestId);
  expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|at .*\.ts|src\//);
}
