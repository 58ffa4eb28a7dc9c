import { type Kysely, type Migration, sql } from "kysely";

const id = `text collate "C"`;

const statements = [
  // What providers call the contact; `first_name` and `last_name` are the workspace's own.
  `alter table contacts
    add name text,
    add search_text text not null default '',
    add avatar_key ${id},
    add opted_out_at timestamptz(3),
    add opted_out_keyword text,
    add opted_out_source text,
    add last_marketing_at timestamptz(3),
    add last_message_at timestamptz(3)`,
  `update contacts set search_text = lower(concat_ws(' ', first_name, last_name, email, instagram_username, phone))`,
  // One contact a phone and an e-mail: of writers at the same time, the index lets one through.
  `create unique index contacts_phone on contacts (workspace_id, phone) where phone is not null`,
  `create unique index contacts_email on contacts (workspace_id, lower(email collate "C")) where email is not null`,
  `create index contacts_newest on contacts (workspace_id, created_at desc, id desc)`,
  `create index contacts_updated on contacts (workspace_id, updated_at, id)`,
  `create index contacts_of_instagram on contacts (workspace_id, instagram_username) where instagram_username is not null`,
  `alter table companies
    add created_by ${id},
    add cnpj_key text,
    add search_name text not null default '',
    add search_text text not null default ''`,
  `update companies set search_name = lower(name), search_text = lower(concat_ws(' ', name, domain, cnpj))`,
  // Branches share a domain and a name, but never a CNPJ.
  `create unique index companies_cnpj on companies (workspace_id, cnpj_key) where cnpj_key is not null`,
  `create index companies_domain on companies (workspace_id, lower(domain collate "C"))`,
  `create index companies_name on companies (workspace_id, search_name)`,
  `create index companies_newest on companies (workspace_id, created_at desc, id desc)`,
  `create index companies_updated on companies (workspace_id, updated_at, id)`,
  `create index deals_of_company on deals (workspace_id, company_id)`,
  // At most one default among a workspace's pipelines.
  `create unique index pipelines_default on pipelines (workspace_id) where is_default`,
  // How a pipeline treats one field: a custom field's id or a standard key. Without a row, nothing is asked.
  `create table pipeline_fields (
    workspace_id ${id} not null,
    pipeline_id ${id} not null,
    field ${id} not null,
    is_visible boolean,
    is_required boolean,
    is_suggested boolean,
    required_stage_ids json not null,
    visibility_override_stage_ids json not null,
    suggested_stage_ids json not null,
    primary key (workspace_id, pipeline_id, field),
    foreign key (workspace_id, pipeline_id) references pipelines on delete cascade
  )`,
  // Where the server lets us have the extensions (see the migration of deals), parts of texts are found by an index.
  `do $$ begin
    if (select count(*) from pg_extension where extname in ('pg_trgm', 'btree_gin')) = 2 then
      create index contacts_text on contacts using gin (workspace_id, search_text gin_trgm_ops);
      create index companies_text on companies using gin (workspace_id, search_text gin_trgm_ops);
    end if;
  end $$`,
];

export const reference: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
