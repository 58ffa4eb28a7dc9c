import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { AutomationEditor } from "./index.ts";

test("a server renders a page with the editor, and leaves the editor to the browser", () => {
  const value = { version: 2 as const, nodes: [{ id: "start", type: "trigger" as const }], edges: [] };
  const editor = createElement(AutomationEditor, { value, onChange: () => undefined });
  expect(renderToString(createElement("main", null, editor))).toBe("<main></main>");
});
