import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureDemo } from "../demo/ensure.ts";
import { startTestApp, type Answer, type TestApp } from "./testing/test-app.ts";

/*
 * Every example of the served document, sent as it is to a fresh demo workspace, as somebody does who presses "Execute".
 * All of them in one workspace: reading first and removing last, none needs or spoils what another one names.
 */

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  example?: unknown;
}

interface Media {
  example?: unknown;
  schema?: { required?: string[] };
}

interface Operation {
  operationId: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, Media> };
}

interface Document {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
}

interface Example {
  id: string;
  verb: string;
  template: string;
  operation: Operation;
}

const KEY = "trk_live_demo_key_of_the_examples_00000000000";
const ORDER = ["get", "patch", "put", "post", "delete"];

let app: TestApp;
let document: Document;
beforeAll(async () => {
  app = await startTestApp();
  await ensureDemo(app.opened.db, app.opened.serverSecret, async () => KEY);
  document = (await app.call("GET", "/openapi.json")).body;
});
afterAll(() => app.close());

const examplesOf = ({ paths }: Document): Example[] =>
  Object.entries(paths)
    .flatMap(([template, item]) =>
      Object.entries(item).map(([verb, operation]) => ({ id: operation.operationId, verb, template, operation })),
    )
    .toSorted((a, b) => ORDER.indexOf(a.verb) - ORDER.indexOf(b.verb) || depthOf(b) - depthOf(a));

/** What belongs to something is removed before that. */
const depthOf = ({ verb, template }: Example): number => (verb === "delete" ? template.split("/").length : 0);

/** They name what another member asked for last: nobody knows that revision beforehand, so it is answered as outdated. */
const AFTER_ANOTHER_MEMBER: ReadonlySet<string> = new Set(["approveAutomationReview", "sendBackAutomationReview"]);

const PICTURE = "GIF89a";

const formOf = (field: string): { headers: Record<string, string>; raw: string } => ({
  headers: { "content-type": "multipart/form-data; boundary=xYzZy" },
  raw: [
    "--xYzZy",
    `Content-Disposition: form-data; name="${field}"; filename="a.gif"`,
    "Content-Type: image/gif",
    "",
    PICTURE,
    "--xYzZy--",
    "",
  ].join("\r\n"),
});

/** As the document says: `k=a&k=b` for lists, `k[key]=a` for objects. */
function written(name: string, example: unknown): [string, string][] {
  if (Array.isArray(example)) return example.flatMap((item) => written(name, item));
  if (typeof example !== "object" || example === null) return [[name, String(example)]];
  return Object.entries(example).flatMap(([key, value]) => written(`${name}[${key}]`, value));
}

async function send({ verb, template, operation }: Example): Promise<Answer> {
  const parameters = (operation.parameters ?? []).filter((parameter) => "in" in parameter);
  const shown = (place: string): Parameter[] =>
    parameters.filter((one) => one.in === place && one.example !== undefined);
  const path = shown("path").reduce(
    (address, { name, example }) => address.replace(`{${name}}`, encodeURIComponent(String(example))),
    template,
  );
  const query = new URLSearchParams(shown("query").flatMap(({ name, example }) => written(name, example)));
  const content = operation.requestBody?.content ?? {};
  const form = content["multipart/form-data"];
  const field = form?.schema?.required?.[0];
  return app.call(verb.toUpperCase(), `${document.servers[0]?.url}${path}?${query}`, {
    key: KEY,
    ...(field === undefined ? {} : formOf(field)),
    ...(content["application/json"] && { json: content["application/json"].example }),
  });
}

describe("the examples of the document", () => {
  it("are there for every parameter of a path, every parameter and every body that is needed", () => {
    const lacking = examplesOf(document).flatMap(({ id, operation }) => {
      const needed = (operation.parameters ?? []).filter((one) => "in" in one && (one.required ?? false));
      const json = operation.requestBody?.content["application/json"];
      return [
        ...needed.filter((one) => !("example" in one)).map((one) => `${id} ${"name" in one ? one.name : ""}`),
        ...(json !== undefined && json.example === undefined ? [`${id} body`] : []),
      ];
    });
    expect(lacking).toEqual([]);
  });

  it("succeed in a fresh demo workspace, sent as they are", async () => {
    const refused: string[] = [];
    for (const example of examplesOf(document)) {
      const { status, body } = await send(example);
      if (status < 300 && body?.message) refused.push(`${example.id}: ${body.message}`);
      if (AFTER_ANOTHER_MEMBER.has(example.id))
        expect([example.id, status, body.code]).toEqual([example.id, 409, "CONFLICT"]);
      else if (status < 200 || status > 299) refused.push(`${example.id}: ${status} ${JSON.stringify(body)}`);
    }
    expect(refused).toEqual([]);
  });
});
