import { describe, expect, it } from "vitest";
import type { JsonValue } from "../contract/json.ts";
import { fillTemplate, gapsIn, parametersOf, readTemplate } from "./template.ts";

const COMPONENTS: JsonValue[] = [
  { type: "HEADER", format: "TEXT", text: "Order {{1}}", example: { header_text: ["4711"] } },
  { type: "BODY", text: "{{2}}, hi {{1}} and {{ 2 }}", example: { body_text: [["Ana", "Monday"]] } },
  { type: "FOOTER", text: "Acme" },
  {
    type: "BUTTONS",
    buttons: [
      { type: "QUICK_REPLY", text: "Yes" },
      { type: "URL", text: "Track", url: "https://acme.example/{{1}}", example: ["4711"] },
      { type: "PHONE_NUMBER", text: "Call", phone_number: "+551140028922" },
    ],
  },
];

describe("a template", () => {
  it("has its gaps once each, by number, with their examples", () => {
    const parts = readTemplate(COMPONENTS);
    expect(parts).toEqual({
      header: { format: "text", text: "Order {{1}}", variables: [{ name: "1", example: "4711" }] },
      body: {
        text: "{{2}}, hi {{1}} and {{ 2 }}",
        variables: [
          { name: "1", example: "Ana" },
          { name: "2", example: "Monday" },
        ],
      },
      footer: "Acme",
      buttons: [
        { kind: "quick_reply", text: "Yes", variable: null },
        { kind: "url", text: "Track", variable: { name: "1", example: "4711" } },
        { kind: "phone_number", text: "Call", variable: null },
      ],
    });
    expect(gapsIn(parts, "buttons")).toEqual([{ name: "1", example: "4711" }]);
  });

  it("may have named gaps, in order of appearance", () => {
    const example = { body_text_named_params: [{ param_name: "day", example: "Monday" }] };
    const { body } = readTemplate([{ type: "body", text: "{{name}}, on {{day}}?", example }]);
    expect(body.variables).toEqual([
      { name: "name", example: null },
      { name: "day", example: "Monday" },
    ]);
  });

  it("may begin with a file", () => {
    expect(readTemplate([{ type: "HEADER", format: "IMAGE", text: "{{1}}" }]).header).toEqual({
      format: "image",
      text: "",
      variables: [],
    });
  });

  it.each<[string, JsonValue[]]>([
    ["nothing", []],
    ["no objects", [null, "BODY", 5, []]],
    ["wrong types", [{ type: "BODY", text: 5 }, { type: "BUTTONS", buttons: "x" }, { type: 7 }, { type: "FOOTER" }]],
    ["strange examples", [{ type: "BODY", example: { body_text: 3, body_text_named_params: [null] } }]],
  ])("is empty where there is %s", (_, components) => {
    expect(readTemplate(components)).toEqual({
      header: null,
      body: { text: "", variables: [] },
      footer: null,
      buttons: [],
    });
  });

  it("is filled in as far as there are values, which are texts", () => {
    expect(fillTemplate("Hi {{1}}, {{ 1 }}, {{2}}, {{constructor}}", { "1": "$& {{2}}" })).toBe(
      "Hi $& {{2}}, $& {{2}}, {{2}}, {{constructor}}",
    );
  });

  it("takes values by place and name; what is no text is missing", () => {
    expect(parametersOf({ body: { "1": "Ana", "2": " ", "3": 5 }, header: "x", buttons: null })).toEqual({
      header: {},
      body: { "1": "Ana" },
      buttons: {},
    });
    expect(parametersOf("x")).toEqual({ header: {}, body: {}, buttons: {} });
  });
});
