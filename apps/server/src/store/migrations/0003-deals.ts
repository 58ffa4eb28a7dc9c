import { type Kysely, type Migration, sql } from "kysely";

const id = `text collate "C"`;

/** Every filter of the list that is an equality has an index in the list's order, so that a page is a short walk. */
const listIndex = (name: string, column: string): string =>
  `create index ${name} on deals (workspace_id, ${column}, created_at desc, id desc)`;

const statements = [
  `alter table deals
    add search_text text not null default '',
    add channel_id ${id},
    add is_returning boolean not null default false,
    add return_signaled_at timestamptz(3),
    add foreign key (workspace_id, channel_id) references channels on delete set null (channel_id)`,
  `update deals set search_text = lower(name)`,
  // Until now, deals only came with the demo, which did not mind a contact with two open deals in one pipeline.
  `update deals set contact_id = null
    where status = 'open' and exists (
      select 1 from deals as other
      where other.workspace_id = deals.workspace_id and other.contact_id = deals.contact_id
        and other.pipeline_id = deals.pipeline_id and other.status = 'open' and other.seq < deals.seq
    )`,
  // Of writers at the same time, the index lets one open deal of a contact into a pipeline.
  `create unique index deals_open_of_contact on deals (workspace_id, contact_id, pipeline_id)
    where status = 'open' and contact_id is not null`,
  `drop index deals_of_responsible`,
  `drop index deals_of_contact`,
  listIndex("deals_newest_of_pipeline", "pipeline_id"),
  listIndex("deals_newest_of_stage", "stage_id"),
  listIndex("deals_newest_of_status", "status"),
  listIndex("deals_newest_of_source", "source"),
  listIndex("deals_newest_of_responsible", "responsible_user_id"),
  listIndex("deals_newest_of_co_owner", "co_owner_user_id"),
  listIndex("deals_newest_of_contact", "contact_id"),
  `create index deals_newest_returning on deals (workspace_id, created_at desc, id desc) where is_returning`,
  `create index deals_changed on deals (workspace_id, updated_at, id) where custom_fields <> '{}'`,
  // Whose turn it was last to take a deal of a pipeline. The row's lock lets assignments wait for each other.
  `create table assignment_turns (
    workspace_id ${id} not null,
    pipeline_id ${id} not null,
    member_id ${id} not null,
    primary key (workspace_id, pipeline_id),
    foreign key (workspace_id, pipeline_id) references pipelines on delete cascade
  )`,
  // Both extensions come with PostgreSQL; where a server does not let us have them, texts are searched without.
  `do $$ begin
    create extension if not exists pg_trgm;
    create extension if not exists btree_gin;
    create index deals_text on deals using gin (workspace_id, search_text gin_trgm_ops);
    create index deals_values on deals using gin (workspace_id, custom_fields jsonb_path_ops);
  exception when insufficient_privilege or undefined_file or feature_not_supported then
    raise notice 'pg_trgm or btree_gin is not available: deals are searched without an index of their texts';
    create index deals_values on deals using gin (custom_fields jsonb_path_ops);
  end $$`,
];

export const deals: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
