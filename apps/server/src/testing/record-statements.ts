import { appendFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { DefaultQueryCompiler } from "kysely";

/** Where `test:all` collects what the service asks its database, a statement a line, for `scripts/statements.mjs`. */
const REPORT = process.env["STATEMENTS_REPORT"];
const SOURCE = dirname(dirname(fileURLToPath(import.meta.url)));
/** Between the compiler and who asked lie the frames of the query builder. */
const MOST_FRAMES = 50;
const RECORDS = Symbol.for("trilho.records-statements");

/** The file whose code is being run, from the source's root; null where that is a test. */
function callerOf(): string | null {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = MOST_FRAMES;
  const frames = new Error().stack?.split("\n").slice(2) ?? [];
  Error.stackTraceLimit = stackTraceLimit;
  for (const frame of frames) {
    const [, path] = /(?:file:\/\/)?(\/[^:()]+):\d+:\d+/.exec(frame) ?? [];
    if (path === undefined || !path.startsWith(SOURCE) || path === fileURLToPath(import.meta.url)) continue;
    const file = relative(SOURCE, path).replaceAll("\\", "/");
    return /\.test\.ts$|(?:^|\/)testing\//.test(file) ? null : file;
  }
  return null;
}

function record(report: string): void {
  const seen = new Set<string>();
  const compile = DefaultQueryCompiler.prototype.compileQuery;
  DefaultQueryCompiler.prototype.compileQuery = function compileQuery(...given) {
    const compiled = compile.apply(this, given);
    const { sql } = compiled;
    if (seen.has(sql)) return compiled;
    const file = callerOf();
    if (file === null) return compiled;
    seen.add(sql);
    appendFileSync(report, `${JSON.stringify({ file, sql })}\n`);
    return compiled;
  };
}

// Setup files run before each test file, and the query builder is loaded once.
if (REPORT !== undefined && !Object.hasOwn(globalThis, RECORDS)) {
  Object.defineProperty(globalThis, RECORDS, { value: true });
  record(REPORT);
}
