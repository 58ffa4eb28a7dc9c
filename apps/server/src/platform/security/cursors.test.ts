import { describe, expect, it } from "vitest";
import { createCursors, type CursorScope } from "./cursors.ts";

const cursors = createCursors("a server secret");
const POSITION = { at: "2026-01-01T12:00:00.000Z", id: "7" };
const SCOPE: CursorScope = {
  workspaceId: "w",
  operationId: "listDeals",
  filters: { status: ["won", "open"], search: "a" },
};
const read = (written: Partial<CursorScope>, change: Partial<CursorScope>) =>
  cursors.read(cursors.write(POSITION, { ...SCOPE, ...written }), { ...SCOPE, ...change });

describe("a cursor", () => {
  it.each<[string, Partial<CursorScope>, Partial<CursorScope>]>([
    ["the list it was made for", {}, {}],
    ["the same filters in another order", {}, { filters: { search: "a", status: ["won", "open"] } }],
    ["the same values of a filter in another order", {}, { filters: { status: ["open", "won"], search: "a" } }],
    ["the same values, one of them twice", {}, { filters: { status: ["open", "won", "open"], search: "a" } }],
    ["the same values deeper inside", { filters: { c: { s: ["x", "y"] } } }, { filters: { c: { s: ["y", "x"] } } }],
    ["filters that are not set", {}, { filters: { status: ["won", "open"], search: "a", stageId: undefined } }],
    ["the same droppable filter", { droppable: "noon" }, { droppable: "noon" }],
    ["a list without its droppable filter", { droppable: "noon" }, {}],
  ])("opens for %s", (_, written, change) => {
    expect(read(written, change)).toEqual(POSITION);
  });

  it.each<[string, Partial<CursorScope>, Partial<CursorScope>]>([
    ["another workspace", {}, { workspaceId: "v" }],
    ["another list", {}, { operationId: "listTasks" }],
    ["a value more", {}, { filters: { status: ["won", "open", "lost"], search: "a" } }],
    ["a filter less", {}, { filters: { search: "a" } }],
    ["a text instead of a list", {}, { filters: { status: "won", search: "a" } }],
    ["another droppable filter", { droppable: "noon" }, { droppable: "one" }],
    ["a droppable filter that it was made without", {}, { droppable: "noon" }],
  ])("does not open for %s", (_, written, change) => {
    expect(read(written, change)).toBeNull();
  });
});
