import { type Kysely, type Migration, sql } from "kysely";

const id = `text collate "C"`;

/*
 * What a deal can be found by beyond its columns has a mark: each value of its custom fields, each part of a date that
 * stands for a span of time, each tag, and which of its fields are filled. The deals of a mark stand in the order of the
 * list. A mark hashes its workspace with it; who reads one asks the deals again.
 */
const statements = [
  `create table deal_marks (
    mark bigint not null,
    created_at timestamptz(3) not null,
    seq integer not null,
    primary key (mark, created_at, seq)
  )`,
  // Which fields can be filled together. Deals have few such sets, however many they are.
  `create table deal_shapes (
    workspace_id ${id} not null references workspaces on delete cascade,
    mark bigint not null,
    filled text[] not null,
    primary key (workspace_id, mark)
  )`,
  `create function deal_mark(workspace_id text, kind text, key text, value text) returns bigint
    language sql stable parallel safe as $$
      select ('x' || left(encode(sha256(convert_to(concat_ws(E'\\x1f', $1, $2, $3, $4), 'UTF8')), 'hex'), 16))::bit(64)::bigint
    $$`,
  `create function deal_filled(custom_fields jsonb) returns text[] language sql stable parallel safe as $$
    select coalesce(array_agg(key order by key collate "C"), '{}')
    from jsonb_each($1) where value not in ('null', '""', '[]')
  $$`,
  `create function deal_shape(workspace_id text, custom_fields jsonb) returns bigint
    language sql stable parallel safe as $$
      select deal_mark($1, 'filled', '', array_to_string(deal_filled($2), E'\\x1f'))
    $$`,
  `create function deal_value_marks(workspace_id text, custom_fields jsonb) returns setof bigint
    language sql stable parallel safe as $$
      select deal_mark($1, 'value', key, value::text) from jsonb_each($2)
      where jsonb_typeof(value) in ('string', 'number', 'boolean')
      union
      select deal_mark($1, 'value', key, item::text) from jsonb_each($2),
        lateral jsonb_array_elements(case jsonb_typeof(value) when 'array' then value else '[]' end) as item
      union
      select deal_mark($1, 'time', key, left(value #>> '{}', span)) from jsonb_each($2), unnest('{2,4,7,10}'::integer[]) as span
      where jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^\\d{4}-\\d\\d-\\d\\d'
      union
      select deal_shape($1, $2)
    $$`,
  `create function deal_tag_marks(workspace_id text, deal_id text) returns setof bigint
    language sql stable parallel safe as $$
      select deal_mark($1, 'tag', '', tag_id) from deal_tags where deal_tags.workspace_id = $1 and deal_tags.deal_id = $2
    $$`,

  `create function mark_new_deals() returns trigger language plpgsql as $$ begin
    insert into deal_shapes
      select distinct workspace_id, deal_shape(workspace_id, custom_fields), deal_filled(custom_fields) from added
      on conflict do nothing;
    insert into deal_marks
      select mark, created_at, seq from added, deal_value_marks(workspace_id, custom_fields) as mark;
    return null;
  end $$`,
  `create function mark_changed_deal() returns trigger language plpgsql as $$ begin
    insert into deal_shapes
      values (new.workspace_id, deal_shape(new.workspace_id, new.custom_fields), deal_filled(new.custom_fields))
      on conflict do nothing;
    if old.created_at = new.created_at then
      delete from deal_marks where created_at = old.created_at and seq = old.seq and mark = any(array(
        select * from deal_value_marks(old.workspace_id, old.custom_fields)
        except select * from deal_value_marks(new.workspace_id, new.custom_fields)));
    else
      delete from deal_marks where created_at = old.created_at and seq = old.seq and mark = any(array(
        select * from deal_value_marks(old.workspace_id, old.custom_fields)
        union select * from deal_tag_marks(old.workspace_id, old.id)));
      insert into deal_marks
        select mark, new.created_at, new.seq from deal_tag_marks(new.workspace_id, new.id) as mark;
    end if;
    insert into deal_marks
      select mark, new.created_at, new.seq from deal_value_marks(new.workspace_id, new.custom_fields) as mark
      on conflict do nothing;
    return null;
  end $$`,
  `create function unmark_deal() returns trigger language plpgsql as $$ begin
    delete from deal_marks where created_at = old.created_at and seq = old.seq and mark = any(array(
      select * from deal_value_marks(old.workspace_id, old.custom_fields)
      union select * from deal_tag_marks(old.workspace_id, old.id)));
    return old;
  end $$`,
  `create function mark_tagged_deals() returns trigger language plpgsql as $$ begin
    insert into deal_marks
      select deal_mark(added.workspace_id, 'tag', '', added.tag_id), deal.created_at, deal.seq
      from added cross join lateral (
        select created_at, seq from deals where deals.workspace_id = added.workspace_id and id = added.deal_id offset 0
      ) as deal
      on conflict do nothing;
    return null;
  end $$`,
  `create function unmark_untagged_deals() returns trigger language plpgsql as $$ begin
    delete from deal_marks where (mark, created_at, seq) in (
      select deal_mark(removed.workspace_id, 'tag', '', removed.tag_id), deal.created_at, deal.seq
      from removed cross join lateral (
        select created_at, seq from deals where deals.workspace_id = removed.workspace_id and id = removed.deal_id offset 0
      ) as deal);
    return null;
  end $$`,

  `create trigger mark_new_deals after insert on deals referencing new table as added
    for each statement execute function mark_new_deals()`,
  `create trigger mark_changed_deal after update on deals for each row
    when (old.custom_fields is distinct from new.custom_fields or old.created_at <> new.created_at)
    execute function mark_changed_deal()`,
  // Before, while its tags are known.
  `create trigger unmark_deal before delete on deals for each row execute function unmark_deal()`,
  `create trigger mark_tagged_deals after insert on deal_tags referencing new table as added
    for each statement execute function mark_tagged_deals()`,
  `create trigger unmark_untagged_deals after delete on deal_tags referencing old table as removed
    for each statement execute function unmark_untagged_deals()`,

  `insert into deal_shapes
    select distinct workspace_id, deal_shape(workspace_id, custom_fields), deal_filled(custom_fields) from deals`,
  `insert into deal_marks
    select mark, created_at, seq from deals, deal_value_marks(workspace_id, custom_fields) as mark
    union select deal_mark(tagged.workspace_id, 'tag', '', tagged.tag_id), deals.created_at, deals.seq
    from deal_tags as tagged
    inner join deals on deals.workspace_id = tagged.workspace_id and deals.id = tagged.deal_id`,
  `drop index deals_values`,
];

export const dealMarks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
