import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { undecodableParts } from "./query-encoding.ts";
import { fieldsOf, startTestApi, type TestApi } from "../../../app/testing/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.app.close());

describe("a query that is no text", () => {
  it.each<[query: string, fields: string[]]>([
    ["/deals?search=%ED%A0%80", ["search"]],
    ["/deals?stageId=%ED%A0%80", ["stageId"]],
    ["/deals?customFields[txt]=%ED%A0%80", ["customFields[txt]"]],
    ["/deals?customFields%5Btxt%5D=%zz", ["customFields[txt]"]],
    ["/deals?search=%", ["search"]],
    ["/deals?%ED%A0%80=x", ["query"]],
    ["/deals?nobody-knows-it=%FF", ["nobody-knows-it"]],
    ["/conversations?search=%ED%A0%80&limit=%E9", ["search", "limit"]],
    ["/tags?x=%C0%AF", ["x"]],
  ])("%s is refused, and the parameter named", async (path, fields) => {
    const answer = await api.call("GET", path);
    expect([answer.status, answer.body.code, fieldsOf(answer)]).toEqual([400, "VALIDATION_ERROR", fields]);
  });

  it.each([
    "/deals",
    "/deals?",
    "/deals?search=a+b",
    "/deals?search=%C3%A9%20%F0%9F%98%80",
    "/deals?search",
    "/%zz?a=b",
  ])("is not %s", (url) => {
    expect(undecodableParts(url)).toEqual([]);
  });
});
