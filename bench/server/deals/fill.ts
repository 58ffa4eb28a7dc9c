import { type Kysely, sql } from "kysely";

type Statement = ReturnType<typeof sql>;

/** Workspaces of so many deals each, a minute apart; what its filters ask of them, `FILTERS` says. */
export async function fillWorkspaces(db: Kysely<never>, sizes: readonly number[]): Promise<void> {
  const { rows: indexes } = await sql<{ name: string; made: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
    where indrelid = any('{deals,contacts,deal_tags}'::regclass[]) and not indisunique`.execute(db);
  await run(db, [
    ...indexes.map(({ name }) => sql`drop index ${sql.raw(name)}`),
    ...sizes.flatMap((deals) => workspace(`w${deals}`, deals)),
    ...indexes.map(({ made }) => sql.raw(made)),
  ]);
  await sql`vacuum analyze`.execute(db);
}

/** In a session where triggers rest: a million rows are not asked for what they name. */
const run = (db: Kysely<never>, statements: readonly Statement[]): Promise<void> =>
  db.connection().execute(async (session) => {
    const settings = ["session_replication_role = replica", "maintenance_work_mem = '1GB'", "work_mem = '256MB'"];
    for (const setting of settings) await sql.raw(`set ${setting}`).execute(session);
    for (const statement of statements) await statement.execute(session);
    await sql`reset all`.execute(session);
  });

const workspace = (id: string, deals: number): Statement[] => [
  sql`insert into workspaces (id, slug, name, time_zone, locale, features, quotas, loss_reasons)
    values (${id}, ${id}, 'Bench', 'America/Sao_Paulo', 'pt-BR', '[]', '{}', '[]')`,
  sql`insert into members (workspace_id, id, email, name, role, permissions, visibility, active)
    select ${id}, 'm' || n, n || '@bench.example', 'M', 'owner', '{"allow":[],"deny":[]}', 'all', true
    from generate_series(0, 9) n`,
  sql`insert into pipelines (workspace_id, id, seq, position, name, is_default, behaviors)
    values (${id}, 'p', 1, 1, 'Sales', true, '[]'), (${id}, 'newer', 2, 2, 'Closed to most', false, '[]')`,
  sql`insert into pipeline_access (workspace_id, pipeline_id, member_id) values (${id}, 'newer', 'm9')`,
  sql`insert into stages (workspace_id, id, pipeline_id, seq, position, name, color, is_won, is_lost)
    select ${id}, 's' || n, 'p', n, n, 'S' || n, '#6366f1', false, false from generate_series(0, 5) n`,
  sql`insert into tags (workspace_id, id, name, name_folded, color)
    select ${id}, t, t, t, '#6366f1' from unnest('{often,oldest,older,never,hundredth}'::text[]) t`,
  sql`insert into contacts (workspace_id, id, seq, first_name, search_text, created_at)
    select ${id}, 'c' || n, n, 'Ana ' || n, 'ana ' || md5(n::text) || ' a' || n || '@mail.example', now()
    from generate_series(1, ${deals}::integer) n`,
  sql`insert into deals (workspace_id, id, seq, name, search_text, value, currency, close_probability, source, status,
      pipeline_id, stage_id, contact_id, responsible_user_id, is_returning, custom_fields, created_at, updated_at,
      stage_changed_at)
    select ${id}, gen_random_uuid()::text, n, 'Deal ' || n, 'deal ' || n
        || case when n * 2 <= ${deals} then ' legado' else '' end || case when n <= 20 then ' manutencao' else '' end,
      0, 'BRL', 0,
      case when n % 2 = 0 then 'api' else 'import' end, case when n % 3 = 0 then 'won' else 'open' end,
      case when n * 2 <= ${deals} then 'p' else 'newer' end,
      case when n * 2 <= ${deals} then 's5' else 's' || n % 4 end, 'c' || n, 'm' || n % 10, n * 2 > ${deals},
      jsonb_strip_nulls(jsonb_build_object(
        'roof', case when n * 2 <= ${deals} then 'old' else (array['metal', 'slab', 'tile'])[n % 3 + 1] end,
        'code', n::text,
        'interests', jsonb_build_array('panels', 'battery'),
        'bill', n % 1000,
        'visit', to_char(date '2024-01-01' + n % 700, 'YYYY-MM-DD'),
        'renewal', case when n * 2 <= ${deals} then '2019-05-' || lpad((n % 28 + 1)::text, 2, '0') end,
        'call', case when n <= 20 then '2030-02-03T12:00:00.000Z' else '2025-06-01T12:00:00.000Z' end,
        'lot', hashtext(n || 'lot') & 127,
        'engineer', case when n > 20 then 'm1' end)),
      timestamptz '2020-01-01' + n * interval '1 minute', now(), now()
    from generate_series(1, ${deals}::integer) n`,
  sql`insert into deal_tags (workspace_id, deal_id, tag_id)
    select ${id}, id, 'often' from deals where workspace_id = ${id} and seq % 10 = 0
    union all select ${id}, id, 'oldest' from deals where workspace_id = ${id} and seq * 100 <= ${deals}
    union all select ${id}, id, 'older' from deals where workspace_id = ${id} and seq * 2 <= ${deals}
    union all select ${id}, id, 'hundredth' from deals where workspace_id = ${id} and hashtext(id) % 128 = 0`,
];
