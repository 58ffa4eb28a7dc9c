import type { JsonObject, JsonValue } from "@trilho/engine";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Connected, stubWorkspace } from "../testing/workspace.tsx";
import { QueryEditor } from "./query-editor.tsx";
import { isQuery, stored } from "../../../document/query-shape.ts";

beforeEach(() => stubWorkspace());
afterEach(() => vi.unstubAllGlobals());

const big = { field: "deal.value", operator: ">=", value: 10 };
const named = { field: "deal.name", operator: "contains", value: "solar" };

function show(start: JsonObject) {
  const now = { query: start };
  function Host() {
    const [query, setQuery] = useState(start);
    return (
      <QueryEditor
        label="Rules"
        query={query}
        onChange={(next) => {
          now.query = next;
          setQuery(next);
        }}
        readOnly={false}
      />
    );
  }
  render(<Host />, { wrapper: Connected });
  return now;
}

describe("the query builder", () => {
  test.each([
    ["Any of these holds", { combinator: "or" }],
    ["Not all of these hold", { combinator: "and", not: true }],
    ["None of these holds", { combinator: "or", not: true }],
  ])("%s", async (choice, join) => {
    const user = userEvent.setup();
    const now = show({ combinator: "and", rules: [big, named] });
    await user.click(screen.getByRole("combobox", { name: "How the rules join" }));
    await user.click(await screen.findByRole("option", { name: choice }));
    expect(now.query).toEqual({ ...join, rules: [big, named] });
  });

  test("another operator may want other values", async () => {
    const user = userEvent.setup();
    const now = show({ combinator: "and", rules: [big] });
    const choose = async (operator: string): Promise<void> => {
      await user.click(screen.getByRole("combobox", { name: "Comparison" }));
      await user.click(await screen.findByRole("option", { name: operator }));
    };
    await choose("is between");
    await user.type(screen.getByRole("textbox", { name: "To" }), "20");
    expect(now.query["rules"]).toEqual([{ field: "deal.value", operator: "between", value: [10, 20] }]);
    await choose("is empty");
    expect(now.query["rules"]).toEqual([{ field: "deal.value", operator: "null" }]);
    expect(screen.queryByRole("textbox", { hidden: false })).toBeNull();
  });

  test("groups are added within, and removed", async () => {
    const user = userEvent.setup();
    const now = show({ combinator: "and", rules: [big] });
    await user.click(screen.getByRole("button", { name: "Add group" }));
    expect(now.query["rules"]).toEqual([big, { combinator: "and", rules: [] }]);
    await user.click(screen.getByRole("button", { name: "Remove this group of rules" }));
    await user.click(screen.getByRole("button", { name: "Remove this rule" }));
    expect(now.query).toEqual({ combinator: "and", rules: [] });
  });

  test("opening a query changes nothing, also one with an unknown field and operator", () => {
    const start = { combinator: "and", rules: [{ field: "deal.mood", operator: "sounds", value: 1 }] };
    const now = show(start);
    expect(now.query).toBe(start);
    expect(screen.getByRole("combobox", { name: "Field" })).toHaveProperty("value", "deal.mood");
  });
});

describe("a stored query", () => {
  test("has no ids of the builder, and keeps what others put there", () => {
    const rule = { id: "r1", field: "deal.value", operator: ">=", value: { id: 1 }, valueSource: "value" };
    const group = { id: "g", combinator: "and", not: false, rules: [rule], note: "mine" };
    expect(stored(group as unknown as Parameters<typeof stored>[0])).toEqual({
      combinator: "and",
      rules: [{ field: "deal.value", operator: ">=", value: { id: 1 } }],
      note: "mine",
    });
  });

  test.each<JsonValue>([null, "text", {}, { rules: "no" }, { rules: [1] }, { rules: [{ rules: null }] }])(
    "%j is none",
    (value) => {
      expect(isQuery(value)).toBe(false);
    },
  );
});
