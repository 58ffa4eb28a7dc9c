import { compileFunction } from "node:vm";
import ts from "typescript";

/** What an example says that an expression gives: `canConnect(…); // { ok: true }`. */
export interface Claim {
  expression: string;
  expected: unknown;
  actual: unknown;
}

type Collect = (give: () => unknown, expression: string, comment: string) => void;

/**
 * Runs an example and compares what its comments say. Comments that are no value, or leave something out with "…", claim
 * nothing. `modules` are the packages it may import.
 */
export async function claimsOf(example: string, modules: Readonly<Record<string, unknown>>): Promise<Claim[]> {
  const claims: Claim[] = [];
  const collect: Collect = (give, expression, comment) => {
    const actual = give();
    const expected = valueOf(comment);
    if (expected) claims.push({ expression, expected: expected.value, actual });
  };
  const { outputText } = ts.transpileModule(withCalls(example), {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023 },
  });
  const run = compileFunction(`return (async () => {${outputText}})();`, ["require", "exports", "collect"]);
  await run((name: string) => modules[name], {}, collect);
  return claims;
}

/** The example with every expression that has a comment behind it handed to `collect`. */
function withCalls(example: string): string {
  const source = ts.createSourceFile("example.ts", example, ts.ScriptTarget.ES2023, true);
  const pieces: string[] = [];
  let copied = 0;
  for (const statement of source.statements) {
    const [comment] = ts.getTrailingCommentRanges(example, statement.end) ?? [];
    if (!comment || !ts.isExpressionStatement(statement)) continue;
    const expression = statement.expression.getText();
    const said = example.slice(comment.pos + 2, comment.end);
    pieces.push(example.slice(copied, statement.getStart()));
    pieces.push(`collect(() => ${expression}, ${JSON.stringify(expression)}, ${JSON.stringify(said)});`);
    copied = statement.end;
  }
  return pieces.join("") + example.slice(copied);
}

/** The value that a comment spells; null for words. */
function valueOf(comment: string): { value: unknown } | null {
  if (comment.includes("…")) return null;
  try {
    const evaluate = compileFunction(`return (${comment});`);
    return { value: evaluate() };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof ReferenceError) return null;
    throw error;
  }
}
