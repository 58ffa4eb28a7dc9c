import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, platform, release, totalmem } from "node:os";
import type { Result, Row } from "./benchmark.ts";
import { timeText } from "./measure.ts";

/** A result as a section of Markdown: the same text is printed and kept. */
export function toSection({ key, title, about, unit, baseline, rows, goals, profile = [] }: Result): string {
  const table = [
    `| ${title} | time per ${unit} | times “${baseline}” | |`,
    "| --- | ---: | ---: | --- |",
    ...rows.map(toLine),
  ];
  const wanted = goals.map(
    ({ say, measured, met }) => `- ${met ? "met" : "**not met**"}: ${say} (measured ${measured})`,
  );
  return [
    `## ${key}`,
    about,
    table.join("\n"),
    ...(profile.length > 0 ? [toTable(profile)] : []),
    ...(wanted.length > 0 ? [wanted.join("\n")] : []),
    `_${machine()}_`,
  ].join("\n\n");
}

/** The first column is words, the others are numbers. */
function toTable([header = [], ...lines]: readonly (readonly string[])[]): string {
  const rules = header.map((_, column) => (column === 0 ? "---" : "---:"));
  return [header, rules, ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function toLine({ name, role, note, ns, ratio }: Row): string {
  const time = ns === null ? "not measured" : timeText(ns);
  const shown = role === "ours" ? `**${name}**` : role === "limit" ? `_${name}_` : name;
  return `| ${shown} | ${time} | ${ratio === null ? "" : ratio.toPrecision(3)} | ${note} |`;
}

function machine(): string {
  const [cpu] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const load = (loadavg()[0] ?? 0).toFixed(1);
  const day = new Date().toISOString().slice(0, 10);
  return `${day}; Node.js ${process.versions.node}, ${platform()} ${release()}; ${cpus().length} × ${cpu?.model.trim() ?? "unknown CPU"}, ${memory}; load ${load}`;
}

const HEAD = `# Benchmarks

Written by \`pnpm bench\`. Every table comes from one process in which the cases took turns; times are medians over the
rounds, ratios the medians of the rounds' ratios. A _limit_ is hand-written for its job alone: plain arrays, one pass,
none of the library's comforts.`;

/** Puts sections into the file of results, in the place of those with the same heading; the others stay. */
export function keepSections(file: string, sections: readonly string[], order: readonly string[]): void {
  const kept = new Map<string, string>();
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  for (const section of [...before.split(/^(?=## )/m).slice(1), ...sections])
    kept.set(headingOf(section), section.trim());
  const all = order.flatMap((key) => kept.get(`## ${key}`) ?? []);
  writeFileSync(file, `${[HEAD, ...all].join("\n\n")}\n`);
}

function headingOf(section: string): string {
  return section.split("\n", 1)[0] ?? "";
}
