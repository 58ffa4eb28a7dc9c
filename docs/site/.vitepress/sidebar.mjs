import { readdirSync } from "node:fs";
import { join } from "node:path";

const group = (text, items) => ({ text, items: items.map(([name, link]) => ({ text: name, link })) });

const namesIn = (root, folder) =>
  readdirSync(join(root, "docs", folder))
    .filter((file) => file.endsWith(".md"))
    .map((file) => file.slice(0, -".md".length))
    .toSorted();

const ENGLISH = [
  group("Start", [
    ["In five minutes", "/tour"],
    ["Concepts", "/concepts"],
  ]),
  group("Reference", [
    ["Triggers", "/reference/triggers"],
    ["Actions", "/reference/actions"],
    ["Steps and exits", "/reference/steps"],
    ["Conditions", "/reference/conditions"],
    ["Variables in texts", "/reference/variables"],
    ["Problems", "/reference/problems"],
  ]),
  group("How it behaves", [
    ["What starts an automation", "/triggers"],
    ["Automations at work", "/automations"],
    ["Runs", "/runs"],
    ["Channels", "/channels"],
    ["The list of deals", "/deals-list"],
  ]),
  group("API", [
    ["Authentication and test keys", "/api/authentication"],
    ["Errors", "/api/errors"],
    ["Pages", "/api/pages"],
    ["Limits", "/api/limits"],
    ["Sending twice", "/api/idempotency"],
    ["Webhooks and signatures", "/api/webhooks"],
    ["The TypeScript client", "/packages/api-client"],
  ]),
  group("Build with it", [
    ["The engine", "/packages/engine"],
    ["The command line", "/packages/cli"],
    ["Automations as files", "/files"],
    ["The editor in another page", "/embedding"],
    ["The playground", "/playground"],
  ]),
  group("Run it", [
    ["Operating", "/operating"],
    ["Managed PostgreSQL", "/managed-postgresql"],
    ["Growing past one machine", "/growing"],
    ["Provisioning", "/provisioning"],
    ["Security model", "/security"],
    ["Run it safely, report a weakness", "/reporting"],
    ["Performance", "/performance"],
    ["All benchmarks", "/benchmarks"],
  ]),
  group("Change it", [
    ["Architecture", "/architecture"],
    ["Contributing", "/contributing"],
    ["Decisions", "/decisions"],
    ["Mutation testing", "/mutation"],
    ["Changelog", "/changelog"],
  ]),
];

/** What stands beside an English page, by the beginning of its address; the pages of one folder before all else. */
export function sidebar(root) {
  const pagesOf = (folder) => namesIn(root, folder).map((name) => [name, `/${folder}/${name}`]);
  const problems = group("Problems, one by one", pagesOf("problems"));
  const decisions = group("Decisions", pagesOf("decisions"));
  return {
    "/problems/": [problems, ...ENGLISH],
    "/reference/problems": [problems, ...ENGLISH],
    // Before what it begins with: addresses of as many parts are looked through in this order.
    "/decisions": [decisions, ...ENGLISH],
    "/": ENGLISH,
  };
}

/** Beside the Portuguese pages, which lead on to English ones. */
export const portugueseSidebar = [
  group("Comece aqui", [
    ["Em cinco minutos", "/pt/tour"],
    ["Conceitos", "/pt/concepts"],
  ]),
  group("Em inglês", [
    ["Gatilhos", "/reference/triggers"],
    ["Ações", "/reference/actions"],
    ["Problemas", "/reference/problems"],
    ["API", "/api/authentication"],
    ["Operação", "/operating"],
  ]),
];
