import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parser } from "@prometheus-io/lezer-promql";
import { createClient } from "@trilho/api-client";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { webhookGraph } from "../app/testing/graphs.ts";
import { createLogger } from "../platform/http/logging.ts";
import { startReceiver } from "../runs/testing/servers.ts";
import { fail, openTestStore, temporaryFolder } from "../testing/open-test-store.ts";
import { readConfig } from "./config/config.ts";
import { startServer } from "./start-server.ts";

const KEY = "trk_live_monitoring_of_acme_0123456789abcdef";
const deployed = (file: string) => readFileSync(new URL(`../../../../deploy/${file}`, import.meta.url), "utf8");

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}
interface Panel {
  title: string;
  targets?: { expr: string; legendFormat: string }[];
}
const rules = (parse(deployed("alerts.yaml")) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const { panels } = JSON.parse(deployed("grafana-dashboard.json")) as { panels: Panel[] };
const shown = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr, legendFormat }) => ({ title, expr, legendFormat })),
);

/** The values of each label of a metric, as a server that has done something tells them. */
type Told = Map<string, Map<string, Set<string>>>;
/** What Prometheus adds to each series of a target, and its own series about targets. */
const ADDED = ["job", "instance"];
let told: Told;

beforeAll(async () => {
  const [root, store, receiver] = await Promise.all([temporaryFolder(), openTestStore(), startReceiver()]);
  const member = { email: "ana@acme.example", name: "Ana", role: "owner", keys: [{ name: "k", secret: KEY }] };
  const workspace = { slug: "acme", name: "Acme", features: ["API_ACCESS", "ADVANCED_API"], members: [member] };
  writeFileSync(join(root, "acme.json"), JSON.stringify({ workspaces: [workspace] }));
  const env = { PORT: "0", TRILHO_WEBHOOK_ALLOW_PRIVATE: "on", DATABASE_URL: store.url ?? "" };
  const settings = { ...env, TRILHO_SECRET: store.serverSecret, TRILHO_DATA_DIR: root };
  const config = readConfig(["--provision", join(root, "acme.json")], settings, root);
  const server = await startServer(config, createLogger({ level: "silent" }), () => fail(new Error("lost")));
  try {
    const client = createClient({ baseUrl: server.url, apiKey: KEY });
    await client.automations.create({
      name: "Tell the warehouse",
      enabled: true,
      triggerType: "deal_created",
      graphDefinition: webhookGraph({ url: receiver.url }),
    });
    await client.deals.create({ name: "Solar kit", phone: "+5511970000001" });
    const scrape = async () => (await fetch(`${server.url}/metrics`)).text();
    told = await vi.waitFor(
      async () => {
        const text = await scrape();
        expect(text).toContain('trilho_runs_ended_total{outcome="completed"} 1');
        return readMetrics(text);
      },
      { timeout: 20_000 },
    );
  } finally {
    await server.close();
    await Promise.all([store.close(), receiver.close()]);
    rmSync(root, { recursive: true, force: true });
  }
});
function readMetrics(text: string): Told {
  const metrics: Told = new Map([["up", new Map()]]);
  for (const [, name = "", labels = ""] of text.matchAll(/^([a-z]\w*)(?:\{(.*)\})? \S+$/gm)) {
    const known = metrics.get(name) ?? new Map<string, Set<string>>();
    metrics.set(name, known);
    for (const [, label = "", value = ""] of labels.matchAll(/(\w+)="([^"]*)"/g)) {
      known.set(label, (known.get(label) ?? new Set()).add(value));
    }
  }
  return metrics;
}

interface Selector {
  metric: string;
  /** With the value that it must have; null where it is compared otherwise. */
  labels: [name: string, value: string | null][];
}

/** What an expression of PromQL selects, and by which labels it groups. Throws where it is none. */
function read(expr: string): { selectors: Selector[]; groups: string[] } {
  // Grafana fills this in.
  const text = expr.replaceAll("$__rate_interval", "5m");
  const [selectors, groups]: [Selector[], string[]] = [[], []];
  parser.parse(text).iterate({
    enter(node) {
      const written = text.slice(node.from, node.to);
      if (node.type.isError) throw new Error(`${expr} is no PromQL at ${node.from}`);
      if (node.name === "VectorSelector") selectors.push({ metric: /^\w*/.exec(written)?.[0] ?? "", labels: [] });
      if (node.name === "LabelName" && node.matchContext(["GroupingLabels"])) groups.push(written);
      if (node.name !== "UnquotedLabelMatcher") return;
      const [, name = "", operator, value = ""] = /^(\w+)\s*(=~|!=|!~|=)\s*"(.*)"$/s.exec(written) ?? [];
      selectors.at(-1)?.labels.push([name, operator === "=" ? value : null]);
    },
  });
  return { selectors, groups };
}

const labelsOf = (metric: string): string[] => [...(told.get(metric)?.keys() ?? []), ...ADDED];

/** What of an expression no server tells. */
function invented(expr: string, legend = ""): string[] {
  const { selectors, groups } = read(expr);
  const ofSelectors = selectors.flatMap(({ metric, labels }) => {
    const known = told.get(metric);
    if (known === undefined) return [metric];
    return labels.flatMap(([name, value]) => {
      if (!labelsOf(metric).includes(name)) return [`${metric}{${name}}`];
      return ADDED.includes(name) || value === null || known.get(name)?.has(value)
        ? []
        : [`${metric}{${name}=${value}}`];
    });
  });
  const among = new Set(selectors.flatMap(({ metric }) => labelsOf(metric)));
  const inLegend = [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name);
  return [...ofSelectors, ...groups.filter((name) => !among.has(name)), ...inLegend.filter((name) => !among.has(name))];
}

describe("what deploy/ asks Prometheus for is what a server tells", () => {
  test.each(rules)("in the alert $alert", ({ expr }) => {
    expect(read(expr).selectors).not.toEqual([]);
    expect(invented(expr)).toEqual([]);
  });

  test.each(shown)("in the panel $title: $expr", ({ expr, legendFormat }) => {
    expect(read(expr).selectors).not.toEqual([]);
    expect(invented(expr, legendFormat)).toEqual([]);
  });

  test.each([
    ["a metric that is not there", "trilho_runs_lost_total", ["trilho_runs_lost_total"]],
    ["a label that it has not", 'trilho_runs{state="queued"}', ["trilho_runs{state}"]],
    ["a value that it never has", 'trilho_runs{status="lost"}', ["trilho_runs{status=lost}"]],
    ["a grouping by nothing", "sum by (workspace) (trilho_runs)", ["workspace"]],
  ])("and would be found where it is not: %s", (_, expr, found) => {
    expect(invented(expr)).toEqual(found);
  });
});

describe("alerts", () => {
  test("tell of lateness, dead letters, silence, open circuits and servers that are down", () => {
    expect(rules.map(({ alert }) => alert)).toEqual(
      expect.arrayContaining([
        "TrilhoRunsLate",
        "TrilhoEventsLate",
        "TrilhoDeadLetters",
        "TrilhoSilence",
        "TrilhoCircuitsOpen",
        "TrilhoDown",
      ]),
    );
  });

  test.each(rules)("$alert says what is wrong, and what to do", ({ labels, annotations }) => {
    expect(["critical", "warning"]).toContain(labels.severity);
    for (const text of [annotations.summary, annotations.description]) expect(text).toMatch(/\w{3}/);
  });

  test("of dead letters hear of the first one: every outcome is counted from a start on", () => {
    expect([...(told.get("trilho_runs_ended_total")?.get("outcome") ?? [])].toSorted()).toEqual([
      "cancelled",
      "completed",
      "dead_letter",
      "failed",
      "skipped",
    ]);
  });
});

test("the dashboard shows every metric of the server's own", () => {
  const used = new Set(shown.flatMap(({ expr }) => read(expr).selectors.map(({ metric }) => metric)));
  const own = [...told.keys()]
    .filter((name) => name.startsWith("trilho_"))
    .map((name) => name.replace(/_(?:bucket|sum)$/, "_count"));
  const isShown = (name: string) => used.has(name) || used.has(name.replace(/_count$/, "_bucket"));
  expect([...new Set(own)].filter((name) => !isShown(name))).toEqual([]);
});
