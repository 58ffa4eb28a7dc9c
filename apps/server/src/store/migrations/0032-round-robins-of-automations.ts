import { type Kysely, type Migration, sql } from "kysely";

const statements = [
  `delete from round_robins where not exists (
    select from automations
    where automations.workspace_id = round_robins.workspace_id and automations.id = round_robins.automation_id
  )`,
  `alter table round_robins
    drop constraint round_robins_workspace_id_fkey,
    add foreign key (workspace_id, automation_id) references automations on delete cascade`,
];

export const roundRobinsOfAutomations: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
