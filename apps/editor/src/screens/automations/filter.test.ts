import type { Automation } from "@trilho/api-client";
import { describe, expect, it } from "vitest";
import { filterRows, NO_FILTER, type Filter, type Row } from "./filter.ts";

const row = (name: string, enabled: boolean, scope = "Everywhere", errors = 0): Row => ({
  automation: { name, enabled, triggerType: name === "Birthday" ? "schedule" : "deal_created" } as Automation,
  trigger: "Deal created",
  scope,
  scopeColor: null,
  problems: { errors, warnings: 0 },
});
const rows = [row("Welcome VIPs", true), row("Chase", false, "Vendas › Negociação", 2), row("Birthday", true)];

describe("the list shows what fits the search and every filter", () => {
  it.each<[Partial<Filter>, string[]]>([
    [{}, ["Welcome VIPs", "Chase", "Birthday"]],
    [{ state: "on" }, ["Welcome VIPs", "Birthday"]],
    [{ state: "off" }, ["Chase"]],
    [{ search: "vip" }, ["Welcome VIPs"]],
    [{ search: "vip welcome" }, ["Welcome VIPs"]],
    [{ search: "negociacao" }, ["Chase"]],
    [{ search: "NEGOCIAÇÃO" }, ["Chase"]],
    [{ search: "created", state: "on" }, ["Welcome VIPs", "Birthday"]],
    [{ search: "vip", state: "off" }, []],
    [{ trigger: "schedule" }, ["Birthday"]],
    [{ problems: true }, ["Chase"]],
    [{ problems: true, state: "on" }, []],
  ])("%j", (filter, names) => {
    expect(filterRows(rows, { ...NO_FILTER, ...filter }).map(({ automation }) => automation.name)).toEqual(names);
  });

  it("an automation that the engine has not looked at yet has no problems", () => {
    const { problems: _unknown, ...unseen } = row("New", true);
    expect(filterRows([unseen], { ...NO_FILTER, problems: true })).toEqual([]);
  });
});
