import { type Kysely, type Migration, sql } from "kysely";
import { automationTables } from "./initial/automations.ts";
import { cadenceTables } from "./initial/cadences.ts";
import { calendarTables } from "./initial/calendar.ts";
import { conversationTables } from "./initial/conversations.ts";
import { dealTables } from "./initial/deals.ts";
import { pipelineTables } from "./initial/pipelines.ts";
import { runTables } from "./initial/runs.ts";
import { workspaceTables } from "./initial/workspaces.ts";

/** Each names what stands before it. */
const STATEMENTS = [
  ...workspaceTables,
  ...pipelineTables,
  ...dealTables,
  ...conversationTables,
  ...cadenceTables,
  ...calendarTables,
  ...automationTables,
  ...runTables,
];

export const initial: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
