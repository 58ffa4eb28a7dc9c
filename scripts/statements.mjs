// Whether each statement that the service was seen to ask its database binds the workspace of every table that it reads or
// writes, so that a database whose rows are spread by workspace finds them in one place.
//   node scripts/statements.mjs FILE     what test:all recorded, {"file","sql"} a line
import { readFileSync } from "node:fs";
import { parse } from "libpg-query";
import { EXCEPTIONS, isOfNoWorkspace, WHOLE } from "./statement-exceptions.mjs";

const isObject = (value) => typeof value === "object" && value !== null;

/** The column of a reference, and what it is of where that is said. */
function columnOf(node) {
  const names = node?.ColumnRef?.fields.map(({ String: name }) => name?.sval);
  return names === undefined ? null : { of: names.at(-2) ?? null, name: names.at(-1) };
}
const partsOf = (node) => node?.RowExpr?.args ?? node?.List?.items ?? [node];

/** What a level of a statement takes rows from: tables by alias, and whose `workspace_id` is another's. */
class Level {
  tables = new Map();
  /** By alias, what it stands with; null for what is known from outside. */
  links = [];

  constructor(commonTables) {
    this.commonTables = commonTables;
  }

  table({ relname, alias }) {
    const isTable = !this.commonTables.has(relname) && !isOfNoWorkspace(relname);
    if (isTable) this.tables.set(alias?.aliasname ?? relname, relname);
  }

  /** Whether a column says which workspace a row is of; of a workspace itself that is its `id`. */
  isWorkspace(node) {
    const { of, name } = columnOf(node) ?? {};
    if (name !== "id") return name === "workspace_id";
    const tables = of === null ? [...this.tables.values()] : [this.tables.get(of)];
    return tables.length === 1 && tables[0] === "workspaces";
  }

  /** Rows whose workspace is given: an equality, a place in a list, a row of a subselect. */
  equal(left, right) {
    const [lefts, rights] = [partsOf(left), partsOf(right)];
    for (const [place, part] of lefts.entries()) {
      const other = lefts.length === rights.length ? rights[place] : right;
      if (this.isWorkspace(part)) this.link(part, other);
      else if (this.isWorkspace(other)) this.link(other, part);
    }
  }

  link(column, other) {
    for (const alias of this.aliasesOf(column)) {
      const others = this.isWorkspace(other) ? this.aliasesOf(other) : [null];
      for (const each of others) this.links.push([alias, each]);
    }
  }

  /** Which tables of this level a column may be of; none, as `[null]`, where it comes from outside. */
  aliasesOf(column) {
    const { of } = columnOf(column);
    if (of === null) return this.tables.size === 0 ? [null] : [...this.tables.keys()];
    return [this.tables.has(of) ? of : null];
  }

  /** Tables whose workspace is not known from outside, through however many others. */
  unbound() {
    const known = new Set([null]);
    for (let before = 0; before !== known.size;) {
      before = known.size;
      for (const [one, other] of this.links) {
        if (known.has(one)) known.add(other);
        if (known.has(other)) known.add(one);
      }
    }
    return [...this.tables].filter(([alias]) => !known.has(alias)).map(([, table]) => table);
  }
}

/** Tables of a parsed statement that are read or written without their workspace. */
function unboundTables(tree) {
  const found = new Set();
  const names = new Set();
  collectNames(tree, names);
  visitStatement(tree, names, found);
  return found;
}

function collectNames(node, names) {
  if (!isObject(node)) return;
  if (node.CommonTableExpr) names.add(node.CommonTableExpr.ctename);
  for (const child of Object.values(node)) collectNames(child, names);
}

const STATEMENTS = ["SelectStmt", "UpdateStmt", "DeleteStmt", "InsertStmt"];

function visitStatement(node, names, found) {
  if (!isObject(node)) return;
  const kind = STATEMENTS.find((each) => node[each] !== undefined);
  if (kind === undefined) {
    for (const child of Object.values(node)) visitStatement(child, names, found);
    return;
  }
  const { [kind]: statement } = node;
  // Both sides of a union are statements without a wrapper.
  for (const side of [statement.larg, statement.rarg]) if (side) visitStatement({ SelectStmt: side }, names, found);
  const level = new Level(names);
  const { relation, cols = [] } = statement;
  const inserts = kind === "InsertStmt";
  if (relation && !inserts) level.table(relation);
  const isMissing =
    inserts && !isOfNoWorkspace(relation.relname) && !cols.some(({ ResTarget: { name } }) => name === "workspace_id");
  if (isMissing) found.add(relation.relname);
  const inside = [];
  const parts = [statement.fromClause, statement.usingClause, statement.whereClause, statement.targetList];
  for (const part of parts) collectLevel(part, level, inside);
  for (const part of [
    statement.withClause,
    statement.selectStmt,
    statement.valuesLists,
    statement.returningList,
    statement.havingClause,
  ])
    inside.push(part);
  for (const table of level.unbound()) found.add(table);
  for (const each of inside) visitStatement(each, names, found);
}

/** Tables first, as conditions of a join may stand before what they name. */
function collectLevel(node, level, inside) {
  const conditions = [];
  collectTables(node, level, conditions, inside);
  for (const [left, right] of conditions) level.equal(left, right);
}

function collectTables(node, level, conditions, inside) {
  if (!isObject(node)) return;
  if (Array.isArray(node)) return node.forEach((each) => collectTables(each, level, conditions, inside));
  if (node.RangeVar) return level.table(node.RangeVar);
  if (node.SelectStmt) return void inside.push(node);
  if (node.JoinExpr?.usingClause?.some(({ String: { sval } }) => sval === "workspace_id")) {
    const sides = [node.JoinExpr.larg, node.JoinExpr.rarg];
    collectTables(sides, level, conditions, inside);
    const [left, right] = sides.map((side) => aliasOf(side)).map(workspaceOf);
    conditions.push([left, right]);
    return;
  }
  if (node.BoolExpr && node.BoolExpr.boolop !== "AND_EXPR") {
    // What holds on one side alone binds nothing, but what is asked inside is asked.
    return collectTables(node.BoolExpr.args, level, [], inside);
  }
  if (node.SubLink?.subLinkType === "ANY_SUBLINK" && node.SubLink.testexpr) {
    const targets = node.SubLink.subselect.SelectStmt.targetList?.map(() => ({})) ?? [];
    for (const part of partsOf(node.SubLink.testexpr)) conditions.push([part, targets[0] ?? {}]);
  }
  const { A_Expr: comparison } = node;
  const operator = comparison?.name?.[0]?.String?.sval;
  if (comparison && operator === "=") conditions.push([comparison.lexpr, comparison.rexpr]);
  for (const child of Object.values(node)) collectTables(child, level, conditions, inside);
}

const aliasOf = (node) =>
  node.RangeVar?.alias?.aliasname ?? node.RangeVar?.relname ?? node.RangeSubselect?.alias?.aliasname ?? "";
const workspaceOf = (alias) => ({
  ColumnRef: { fields: [{ String: { sval: alias } }, { String: { sval: "workspace_id" } }] },
});

const statements = new Map();
for (const line of readFileSync(process.argv[2], "utf8").split("\n"))
  if (line !== "") {
    const { file, sql } = JSON.parse(line);
    statements.set(sql, file);
  }

const isExcepted = (file, table) =>
  WHOLE.some((folder) => file.startsWith(folder)) || Object.values(EXCEPTIONS).some((of) => of[file]?.includes(table));

let excepted = 0;
const faults = [];
for (const [sql, file] of statements) {
  if (!/^(?:\/\*.*?\*\/|\s|\()*(?:select|insert|update|delete|with)\b/is.test(sql)) continue;
  const { stmts } = await parse(sql);
  const unbound = [...unboundTables(stmts)];
  const wrong = unbound.filter((table) => !isExcepted(file, table));
  if (unbound.length > 0 && wrong.length === 0) excepted += 1;
  for (const table of wrong)
    faults.push(`${file}: ${table} without its workspace\n    ${sql.replaceAll(/\s+/g, " ").slice(0, 400)}`);
}
for (const fault of faults) console.error(fault);
console.log(`${statements.size} statements, ${excepted} of them of many workspaces, with a reason`);
process.exit(faults.length > 0 ? 1 : 0);
