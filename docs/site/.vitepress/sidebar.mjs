import { readdirSync } from "node:fs";
import { join } from "node:path";
import { FOR_DEVELOPERS, GUIDES } from "../guides/guides.ts";

const group = (text, items) => ({ text, items: items.map(([name, link]) => ({ text: name, link })) });

const namesIn = (root, folder) =>
  readdirSync(join(root, "docs", folder))
    .filter((file) => file.endsWith(".md"))
    .map((file) => file.slice(0, -".md".length))
    .toSorted();

/** Guides that both languages have, under their names in one of them. */
const named = (guides, language, folder) => guides.map(([path, ...titles]) => [titles[language], `${folder}${path}`]);
const guidesIn = (language, folder) =>
  GUIDES.map(({ group: names, guides }) => group(names[language], named(guides, language, folder)));

const ENGLISH = [
  ...guidesIn(0, "/"),
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
    ...named(FOR_DEVELOPERS, 0, "/"),
    ["The engine", "/packages/engine"],
    ["The command line", "/packages/cli"],
    ["Automations as files", "/files"],
    ["The editor in another page", "/embedding"],
  ]),
  group("Run it", [
    ["Operating", "/operating"],
    ["Managed PostgreSQL", "/managed-postgresql"],
    ["Growing past one machine", "/growing"],
    ["Provisioning", "/provisioning"],
    ["Security model", "/security"],
    ["Run it safely, report a weakness", "/reporting"],
    ["Performance", "/performance"],
    ["The list of deals", "/deals-list"],
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
  ...guidesIn(1, "/pt/"),
  group("Para quem desenvolve", named(FOR_DEVELOPERS, 1, "/pt/")),
  group("Em inglês", [
    ["Problemas, um por um", "/reference/problems"],
    ["API", "/api/authentication"],
    ["Automações como arquivos", "/files"],
    ["O editor em outra página", "/embedding"],
    ["Operação", "/operating"],
    ["Provisionamento", "/provisioning"],
    ["Segurança", "/security"],
  ]),
];
