import { expect, it } from "vitest";
import type { JsonValue } from "../contract/json.ts";
import { found, graph, trigger } from "./testing/graphs.ts";

const AT = "/nodes/1/config/until";
const date = (field: JsonValue, more: object = {}): JsonValue => ({ kind: "field", field, ...more });
const weekday = (days: JsonValue, at: JsonValue = "09:00"): JsonValue => ({ kind: "weekday", days, at });

it.each<[string, JsonValue, string[]]>([
  ["nothing", null, []],
  ["a date", date("deal.expectedCloseAt"), []],
  ["days before a date, at a time", date("contact.optedOutAt", { offsetDays: -3, at: "09:00" }), []],
  ["a custom field", date("deal.customFields.renewal.date"), []],
  ["weekdays", weekday([1, 5]), []],
  ["the next opening", { kind: "opening" }, []],
  ["a text", "monday", [`unreadable-until ${AT}`]],
  ["no kind", {}, [`unreadable-until ${AT}`]],
  ["an unknown kind", { kind: "moon" }, [`unreadable-until ${AT}`]],
  ["no field", date(""), [`unreadable-until ${AT}/field`]],
  ["a field that holds no date", date("deal.value"), [`unreadable-until ${AT}/field`]],
  ["a field that there is not", date("deal.birthday"), [`unknown-field ${AT}/field`]],
  ["a custom field without a name", date("deal.customFields."), [`unknown-field ${AT}/field`]],
  ["half a day", date("deal.createdAt", { offsetDays: 0.5 }), [`unreadable-until ${AT}/offsetDays`]],
  ["a hundred years", date("deal.createdAt", { offsetDays: 36_500 }), [`unreadable-until ${AT}/offsetDays`]],
  ["a time that is none", date("deal.createdAt", { at: "24:00" }), [`unreadable-until ${AT}/at`]],
  ["no weekdays", weekday([]), [`unreadable-until ${AT}/days`]],
  ["an eighth weekday", weekday([1, 8]), [`unreadable-until ${AT}/days`]],
  ["weekdays without a time", weekday([1], null), [`unreadable-until ${AT}/at`]],
])("a wait until %s", (_, until, expected) => {
  for (const kind of [{ type: "wait" }, { type: "action", actionType: "wait" }]) {
    const pause = { id: "pause", ...kind, config: { delaySeconds: 60, until } };
    expect(found(graph([trigger(), pause], ["start > pause"]), "warning")).toEqual(expected);
  }
});

it("what is no wait may say until when as it likes", () => {
  const tell = { id: "tell", type: "action", actionType: "send_email", config: { subject: "Hi", until: "monday" } };
  expect(found(graph([trigger(), tell], ["start > tell"]), "warning")).toEqual([]);
});
