import { isObject } from "@trilho/engine";
import type { GraphNode, JsonObject } from "@trilho/engine";
import { text } from "../../i18n/use-text.ts";
import { uiOf } from "../../document/document.ts";
import { isSame } from "../../document/is-same.ts";
import type { LabelledChange } from "../../describe/field-change.ts";

/** The tests saved with a trigger that came, went or are otherwise now. */
export function testChanges(before: GraphNode, after: GraphNode): LabelledChange[] {
  const [was, is] = [testsOf(before), testsOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((id): LabelledChange[] => {
    const [old, now] = [was.get(id), is.get(id)];
    if (JSON.stringify(old) === JSON.stringify(now)) return [];
    const field = text("compare", "test.one", { name: nameOf(now ?? old ?? {}) });
    const saved = text("compare", "test.saved");
    if (!old) return [{ field, before: null, after: saved }];
    if (!now) return [{ field, before: saved, after: null }];
    if (old["name"] === now["name"]) return [{ field, before: saved, after: text("compare", "test.changed") }];
    return [{ field, before: nameOf(old), after: nameOf(now) }];
  });
}

/** That notes and frames differ, in one line: the drawing shows them. */
export function noteChange(before: GraphNode, after: GraphNode): LabelledChange[] {
  const [was, is] = [uiOf(before)["notes"], uiOf(after)["notes"]];
  if (isSame(was, is)) return [];
  const saved = text("compare", "test.saved");
  const changed = was === undefined ? saved : text("compare", "test.changed");
  return [
    {
      field: text("compare", "field.ui.notes"),
      before: was === undefined ? null : saved,
      after: is === undefined ? null : changed,
    },
  ];
}

/** By their ids, also those that cannot be read: they are kept, so they are compared. */
function testsOf(node: GraphNode): Map<string, JsonObject> {
  const list = uiOf(node)["scenarios"];
  const tests = Array.isArray(list) ? list.filter(isObject) : [];
  return new Map(tests.map((test, index) => [typeof test["id"] === "string" ? test["id"] : `at ${index}`, test]));
}

const nameOf = ({ name }: JsonObject): string =>
  typeof name === "string" && name !== "" ? name : text("compare", "test.unnamed");
