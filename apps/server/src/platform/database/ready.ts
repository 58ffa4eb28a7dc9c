import { type CompiledQuery, type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "./schema/database.ts";

/** Stands in a text for what each of its calls brings. */
class Place {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Marks a statement that is sent very often: each session keeps it parsed and planned, under this name. One that is
 * pipelined answers nothing that anybody needs: what follows in its transaction is sent without waiting for it.
 */
const READY = /^(?:\w+ )?\/\* ready: (\w+)(, pipelined)? \*\//;

export const readyName = (text: string): string | undefined => READY.exec(text)?.[1];

export const isPipelined = (text: string): boolean => READY.exec(text)?.[2] !== undefined;

const COMPILED = new Map<string, CompiledQuery>();

/**
 * Sends a statement that is sent very often: it is built once in this process, with places for the values, and each
 * session keeps it parsed and planned, under this name. One name for each text, whatever the values are.
 */
export async function sendReady<Row, Values extends object>(
  db: Kysely<Database>,
  name: string,
  values: Values,
  build: (places: Values) => RawBuilder<Row>,
): Promise<Row[]> {
  let statement = COMPILED.get(name);
  if (statement === undefined) {
    statement = sql`${sql.raw(`/* ready: ${name} */`)} ${build(placesOf(values))}`.compile(db);
    COMPILED.set(name, statement);
  }
  const parameters = statement.parameters.map((each) =>
    each instanceof Place ? (Reflect.get(values, each.name) as unknown) : each,
  );
  const { rows } = await db.executeQuery<Row>({ ...(statement as CompiledQuery<Row>), parameters });
  return rows;
}

const placesOf = <Values extends object>(values: Values): Values =>
  Object.fromEntries(Object.keys(values).map((name) => [name, new Place(name)])) as Values;
