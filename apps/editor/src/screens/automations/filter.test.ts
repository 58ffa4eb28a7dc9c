import type { AutomationActivity, ListedAutomation } from "@trilho/api-client";
import { describe, expect, it } from "vitest";
import { filterRows, NO_FILTER, searchOf, sortRows, wishIn, type Filter, type Row, type Sort } from "./filter.ts";

const row = (name: string, enabled: boolean, scope = "Everywhere", errors = 0): Row => ({
  automation: {
    name,
    enabled,
    triggerType: name === "Birthday" ? "schedule" : "deal_created",
    labels: name === "Chase" ? ["Sales", "Cobrança"] : [],
    owner: name === "Chase" ? { id: "u1", name: "Bia Souza" } : null,
  } as unknown as ListedAutomation,
  trigger: "Deal created",
  scope,
  scopeColor: null,
  isMine: name === "Birthday",
  toReview: name === "Chase",
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
    [{ search: "cobranca" }, ["Chase"]],
    [{ search: "bia" }, ["Chase"]],
    [{ search: "created", state: "on" }, ["Welcome VIPs", "Birthday"]],
    [{ search: "vip", state: "off" }, []],
    [{ trigger: "schedule" }, ["Birthday"]],
    [{ label: "Sales" }, ["Chase"]],
    [{ label: "Sales", state: "on" }, []],
    [{ mine: true }, ["Birthday"]],
    [{ problems: true }, ["Chase"]],
    [{ review: true }, ["Chase"]],
    [{ problems: true, state: "on" }, []],
  ])("%j", (filter, names) => {
    expect(filterRows(rows, { ...NO_FILTER, ...filter }).map(({ automation }) => automation.name)).toEqual(names);
  });

  it("an automation that the engine has not looked at yet has no problems", () => {
    const { problems: _unknown, ...unseen } = row("New", true);
    expect(filterRows([unseen], { ...NO_FILTER, problems: true })).toEqual([]);
  });
});

const ran = (name: string, updatedAt: string, lastStartedAt: string | null, runs: number, failed: number): Row => ({
  ...row(name, true),
  automation: { name, updatedAt } as ListedAutomation,
  activity: {
    lastStartedAt,
    completed: [runs - failed, 0],
    failed: [0, failed],
    underWay: [],
    stopped: [],
  } as unknown as AutomationActivity,
});

describe("the list is sorted", () => {
  const { activity: _none, ...unknown } = ran("Ênfase", "2026-11-04T00:00:00Z", null, 0, 0);
  const list = [
    ran("Step 10", "2026-11-01T00:00:00Z", "2026-11-20T00:00:00Z", 5, 1),
    ran("step 9", "2026-11-03T00:00:00Z", "2026-11-22T00:00:00Z", 9, 0),
    ran("Alpha", "2026-11-02T00:00:00Z", "2026-11-21T00:00:00Z", 7, 3),
    unknown,
  ];
  it.each<[Sort, string]>([
    ["newest", "Step 10, step 9, Alpha, Ênfase"],
    ["name", "Alpha, Ênfase, step 9, Step 10"],
    ["updated", "Ênfase, step 9, Alpha, Step 10"],
    ["lastRun", "step 9, Alpha, Step 10, Ênfase"],
    ["runs", "step 9, Alpha, Step 10, Ênfase"],
    ["failures", "Alpha, Step 10, step 9, Ênfase"],
  ])("%s", (sort, names) => {
    expect(
      sortRows(list, sort, "pt-BR")
        .map(({ automation }) => automation.name)
        .join(", "),
    ).toBe(names);
  });
});

describe("an address keeps what was wished for", () => {
  it.each<[Partial<Filter>, Sort, string]>([
    [{}, "newest", ""],
    [{}, "failures", "?sort=failures"],
    [{ search: " vip ", state: "off" }, "newest", "?q=vip&state=off"],
    [{ label: "Pós-venda", mine: true, problems: true }, "name", "?label=P%C3%B3s-venda&mine=1&problems=1&sort=name"],
    [{ trigger: "schedule" }, "newest", "?trigger=schedule"],
    [{ review: true }, "newest", "?review=1"],
  ])("%j, %s", (change, sort, address) => {
    const filter = { ...NO_FILTER, ...change };
    expect(searchOf(filter, sort)).toBe(address);
    expect(wishIn(address)).toEqual({ filter: { ...filter, search: filter.search.trim() }, sort });
  });

  it("and nothing of what it does not know", () => {
    expect(wishIn("?state=odd&sort=odd&flow")).toEqual({ filter: NO_FILTER, sort: "newest" });
  });
});
