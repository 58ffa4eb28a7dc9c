import type { Automation } from "@trilho/api-client";
import { describe, expect, it } from "vitest";
import { filterRows, type Row, type StateFilter } from "./filter.ts";

const row = (name: string, enabled: boolean, scope = "Everywhere"): Row => ({
  automation: { name, enabled } as Automation,
  trigger: "Deal created",
  scope,
  scopeColor: null,
});
const rows = [row("Welcome VIPs", true), row("Chase", false, "Vendas › Negociação"), row("Birthday", true)];

describe("the list shows what fits search and state", () => {
  it.each<[string, StateFilter, string[]]>([
    ["", "all", ["Welcome VIPs", "Chase", "Birthday"]],
    ["", "on", ["Welcome VIPs", "Birthday"]],
    ["", "off", ["Chase"]],
    ["vip", "all", ["Welcome VIPs"]],
    ["vip welcome", "all", ["Welcome VIPs"]],
    ["negociacao", "all", ["Chase"]],
    ["created", "on", ["Welcome VIPs", "Birthday"]],
    ["vip", "off", []],
  ])("“%s”, %s", (search, state, names) => {
    expect(filterRows(rows, search, state).map(({ automation }) => automation.name)).toEqual(names);
  });
});
