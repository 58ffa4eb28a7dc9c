// Which share of small planted changes the unit tests notice, over the whole product, told from a seeded sample:
// pnpm mutate:sample, or with --seed 7 --count 200 --areas areas,runs --under apps/server --jobs 2 --at-least 80 --root DIR --out FILE.json.
// With --near 10 only the ten test files with the likeliest names are asked about each change: less sure, and much sooner.
// What nobody noticed is listed beside the file of --out, as FILE-survivors.txt.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { mutantsOf, plant } from "./plant.mjs";
import { count } from "./report.mjs";
import { AREAS, areaOf, isSource, keyOf, nearness, sampleOf, shares } from "./sampling.mjs";
import { openTests } from "./tests.mjs";
import { here, root as ownRoot, run } from "./tool.mjs";

/** What is reached by more is asked of the likeliest alone. */
const MOST_FILES = 60;
const CHUNK = 12;
const PARTS = ["setup.ts", "coverage.ts", "reached.mjs", "reached-by-child.mjs"];

const { values: given } = parseArgs({
  options: {
    seed: { type: "string", default: "7" },
    count: { type: "string", default: "200" },
    areas: { type: "string", default: Object.keys(AREAS).join() },
    under: { type: "string", default: "" },
    jobs: { type: "string", default: "2" },
    near: { type: "string", default: "0" },
    "at-least": { type: "string", default: "0" },
    root: { type: "string", default: ownRoot },
    out: { type: "string", default: join(here, "reports", "sample.json") },
  },
});
const areas = given.areas.split(",");
const unknown = areas.find((area) => !Object.hasOwn(AREAS, area));
if (unknown !== undefined) {
  console.error(`“${unknown}” is not sampled; the areas are ${Object.keys(AREAS).join(", ")}.`);
  process.exit(1);
}

const out = resolve(given.out);
mkdirSync(dirname(out), { recursive: true });

const say = (text) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);

function filesOf(root) {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`git ls-files: ${stderr}`);
  return [...new Set(stdout.split("\0"))].filter((file) => file !== "" && existsSync(join(root, file)));
}

/** A copy of the checkout that can be tested: installed, and built where the tests need what was built. */
function makeCopy(root, files, copy) {
  for (const file of files) cpSync(join(root, file), join(copy, file));
  run("npx", ["-y", "pnpm@12", "install", "--frozen-lockfile", "--prefer-offline"], copy);
  run("npx", ["tsc", "-b", "apps/server", "packages/api-client", "packages/cli"], copy);
  for (const part of PARTS) cpSync(join(here, part), join(copy, "scripts/mutation", part));
}

async function choose(copy, files) {
  const sizes = shares(Number(given.count), areas.length);
  const chosen = [];
  for (const [index, area] of areas.entries()) {
    const own = files.filter((file) => areaOf(file) === area && isSource(file));
    const mutants = sampleOf(await mutantsOf(copy, own), sizes[index], Number(given.seed));
    chosen.push(...mutants.map((mutant, turn) => ({ area, turn, ...mutant })));
  }
  // The areas take turns, so that a run that is cut short tells of them all.
  return plant(
    copy,
    chosen.toSorted((a, b) => a.turn - b.turn),
  );
}

/** Works on a list with all the tests at once, one piece each. */
const share = (list, testers, work) =>
  Promise.all(
    testers.map(async (tests) => {
      for (let next = list.shift(); next !== undefined; next = list.shift()) await work(tests, next);
    }),
  );

/** The test files that are asked: all of them, or the so many nearest to each of the mutants. */
function askedOf(files, mutants, copy) {
  const most = Number(given.near);
  if (most === 0) return files;
  const nearest = mutants.map(({ fileName }) => {
    const near = new Map(files.map((file) => [file, nearness(fileName, relative(copy, file))]));
    return files.toSorted((a, b) => near.get(b) - near.get(a)).slice(0, most);
  });
  const asked = new Set(nearest.flat());
  return files.filter((file) => asked.has(file));
}

/** Every test file that passes as it is: how long it took, and which mutants its tests and its loading reached. */
async function cover(all, testers, folder) {
  const files = new Map();
  const runAll = async (chunks) => {
    const failed = [];
    await share(chunks, testers, async (tests, chunk) => {
      // What files share, as modules and servers, would be reached by the first of them alone.
      const { files: ended } = await tests.run(chunk, { TRILHO_REACHED: folder }, true);
      const passed = ended.filter((file) => !file.failed);
      for (const { file, ms } of passed) files.set(file, { file, ms, reached: new Set(), atLoad: new Set() });
      failed.push(...chunk.filter((file) => !files.has(file)));
      say(`Coverage: ${files.size} files`);
    });
    return failed;
  };
  const starts = [...all.keys()].filter((index) => index % CHUNK === 0);
  const failed = await runAll(starts.map((start) => all.slice(start, start + CHUNK)));
  // What failed because the machine was busy passes by itself.
  const broken = await runAll(failed.map((file) => [file]));
  for (const file of broken) say(`Fails without any mutant, and is left out: ${file}`);
  readReached(files, folder);
  return [...files.values()];
}

function readReached(files, folder) {
  for (const name of readdirSync(folder)) {
    for (const line of readFileSync(join(folder, name), "utf8").trim().split("\n")) {
      const { file, reached, atLoad } = JSON.parse(line);
      for (const id of reached) files.get(file)?.reached.add(id);
      for (const id of atLoad) files.get(file)?.atLoad.add(id);
    }
  }
}

/** The test files that may notice a mutant, the likeliest first. */
function candidatesOf({ id, fileName }, covered, copy) {
  const near = ({ file }) => nearness(fileName, relative(copy, file));
  const byHope = (a, b) => near(b) - near(a) || a.reached.size - b.reached.size || a.ms - b.ms;
  const reaching = covered.filter(({ reached }) => reached.has(id)).toSorted(byHope);
  const loading = covered.filter(({ atLoad }) => atLoad.has(id)).toSorted(byHope);
  return [...new Set([...reaching, ...loading])].slice(0, MOST_FILES);
}

async function tryAll(mutants, testers, covered, copy) {
  const results = [];
  await share([...mutants], testers, async (tests, mutant) => {
    const began = Date.now();
    const files = candidatesOf(mutant, covered, copy);
    const tried = files.length > 0 ? await tests.attempt(files, mutant.id) : { status: "NoCoverage" };
    results.push(resultOf({ ...mutant, ...tried }, files.length, copy));
    save(results);
    const { place, status, by = "" } = results.at(-1);
    const ms = Date.now() - began;
    say(`${results.length}/${mutants.length} ${place} ${status} ${by} (${files.length} files, ${ms} ms)`);
  });
  return results;
}

function resultOf(mutant, tried, copy) {
  const { area, fileName, location, mutatorName, original, replacement, status, by } = mutant;
  const place = `${fileName}:${location.start.line + 1}:${location.start.column + 1}`;
  const test = by === undefined ? {} : { by: relative(copy, by) };
  return { area, place, status, ...test, tried, mutatorName, original, replacement, fileName, location };
}

function rowOf(name, results) {
  const { killed, timedOut, survived, noCoverage, score } = count(results);
  return [name, results.length, killed + timedOut, survived, noCoverage, `${score.toFixed(1)} %`];
}

function tableOf(results) {
  const head = ["Area", "Mutants", "Noticed", "Survived", "Not covered", "Share"];
  const of = (area) => results.filter((result) => result.area === area);
  const rows = [...areas.map((area) => rowOf(area, of(area))), rowOf("all", results)];
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** Written anew after every mutant: what is known stays when the run is stopped. */
function save(unsorted) {
  const results = unsorted.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const lived = results.filter(({ status }) => status === "Survived" || status === "NoCoverage");
  const list = lived.map((result) => {
    const { place, status, mutatorName, original, replacement, tried } = result;
    return `${place} ${status} ${mutatorName} (${tried} test files)\n- ${original}\n+ ${replacement}\n\n`;
  });
  const report = { seed: Number(given.seed), areas, ...count(results), mutants: results };
  writeFileSync(out, `${JSON.stringify(report, null, 1)}\n`);
  writeFileSync(out.replace(/(\.json)?$/, "-survivors.txt"), list.join(""));
}

const folder = mkdtempSync(join(tmpdir(), "trilho-sample-"));
const testers = [];

/** Databases are ended, and nothing of the copy stays. */
async function end(status) {
  await Promise.all(testers.map((tests) => tests.close()));
  rmSync(folder, { recursive: true, force: true });
  // Vitest sets a status of its own for every test that fails.
  process.exit(status);
}

async function main() {
  const [copy, reached] = ["copy", "reached"].map((name) => join(folder, name));
  mkdirSync(reached);
  const root = resolve(given.root);
  const files = filesOf(root);
  makeCopy(root, files, copy);
  const mutants = await choose(copy, files);
  say(`${mutants.length} mutants planted`);
  process.chdir(copy);
  for (let job = 0; job < Number(given.jobs); job++) testers.push(await openTests(copy, given.under));
  // Vite's own listeners would end the process before the databases are ended.
  for (const signal of ["SIGINT", "SIGTERM"]) process.removeAllListeners(signal).once(signal, () => void end(1));
  const asked = askedOf(testers[0].files, mutants, copy);
  const results = await tryAll(mutants, testers, await cover(asked, testers, reached), copy);
  process.chdir(ownRoot);
  console.log(tableOf(results));
  return count(results).score >= Number(given["at-least"]) ? 0 : 1;
}

main().then(end, (error) => {
  console.error(error);
  return end(1);
});
