/** An instant as JSON has it. */
const utc = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const CHANNEL = "json_build_object('id', channel.id, 'kind', channel.kind, 'name', channel.name)";

/** The deal's own columns and, as JSON that goes out as it is, what belongs to it. */
const COLUMNS = `
  deal.id, deal.seq, deal.name, deal.value, deal.currency, deal.close_probability, deal.source, deal.status,
  deal.is_returning, deal.pipeline_id, deal.stage_id, deal.responsible_user_id, deal.co_owner_user_id, deal.lost_reason,
  deal.notes, deal.expected_close_at, deal.closed_at, deal.return_signaled_at, deal.stage_changed_at, deal.created_at,
  deal.updated_at, deal.tracking, deal.custom_fields, deal.is_test,
  responsible.name as responsible_name, co_owner.name as co_owner_name,
  json_build_object('id', stage.id, 'seq', stage.seq, 'order', stage.position, 'name', stage.name, 'color', stage.color,
    'isWon', stage.is_won, 'isLost', stage.is_lost) as stage,
  case when contact.id is not null then json_build_object('id', contact.id, 'seq', contact.seq,
    'displayName', coalesce(nullif(concat_ws(' ', nullif(contact.first_name, ''), nullif(contact.last_name, '')), ''),
      contact.name, contact.phone, contact.email, contact.instagram_username, '#' || contact.seq),
    'firstName', contact.first_name, 'lastName', contact.last_name, 'phone', coalesce(contact.phone, ''),
    'email', contact.email, 'instagramUsername', contact.instagram_username, 'avatarUrl', contact.avatar_url,
    'blocked', contact.blocked, 'optedOutAt', ${utc("contact.opted_out_at")}) end as contact,
  case when company.id is not null then json_build_object('id', company.id, 'name', company.name, 'domain', company.domain,
    'cnpj', company.cnpj, 'industry', company.industry, 'website', company.website, 'logoUrl', company.logo_url) end as company,
  case when channel.id is not null then ${CHANNEL} end as channel_override,
  coalesce(tagged.tags, '[]') as tags, conversation.*, cadence.cadence, task.pending, task.overdue, task.next_task,
  activity.*`;

const JOINS = `
  join stages as stage on stage.workspace_id = deal.workspace_id and stage.id = deal.stage_id
  join members as responsible
    on responsible.workspace_id = deal.workspace_id and responsible.id = deal.responsible_user_id
  left join members as co_owner on co_owner.workspace_id = deal.workspace_id and co_owner.id = deal.co_owner_user_id
  left join contacts as contact on contact.workspace_id = deal.workspace_id and contact.id = deal.contact_id
  left join companies as company on company.workspace_id = deal.workspace_id and company.id = deal.company_id
  left join channels as channel on channel.workspace_id = deal.workspace_id and channel.id = deal.channel_id
  left join lateral (
    select json_agg(json_build_object('id', tag.id, 'name', tag.name, 'color', tag.color) order by tag.name) as tags
    from deal_tags join tags as tag on tag.workspace_id = deal_tags.workspace_id and tag.id = deal_tags.tag_id
    where deal_tags.workspace_id = deal.workspace_id and deal_tags.deal_id = deal.id
  ) as tagged on true
  left join lateral (
    select last_message_at, last_message_text, closed_at is null and last_message_direction = 'inbound' as reply_pending, (
      select json_agg(${CHANNEL} order by used.last_message_at desc, channel.id)
      from conversation_channels as used
      join channels as channel on channel.workspace_id = used.workspace_id and channel.id = used.channel_id
      where used.workspace_id = conversations.workspace_id and used.conversation_id = conversations.id
    ) as active_channels
    from conversations where workspace_id = deal.workspace_id and contact_id = deal.contact_id
  ) as conversation on true
  left join lateral (
    select json_build_object('id', cadences.id, 'name', cadences.name, 'pipelineId', cadences.pipeline_id) as cadence
    from cadence_instances as instance
    join cadences on cadences.workspace_id = instance.workspace_id and cadences.id = instance.cadence_id
    where instance.workspace_id = deal.workspace_id and instance.deal_id = deal.id and instance.is_latest
      and instance.status in ('active', 'paused') and contact.opted_out_at is null and contact.blocked is not true
  ) as cadence on true
  left join lateral (
    select count(*)::integer as pending, count(*) filter (where due_at < $3)::integer as overdue, (
      select json_build_object('id', id, 'title', title, 'dueAt', ${utc("due_at")}, 'assigneeUserId', assignee_user_id,
        'categoryName', category_name, 'categoryColor', category_color)
      from tasks where workspace_id = deal.workspace_id and deal_id = deal.id and done_at is null
      order by due_order, id limit 1
    ) as next_task
    from tasks where workspace_id = deal.workspace_id and deal_id = deal.id and done_at is null
  ) as task on true
  left join lateral (
    select act.id as activity_id, act.type, act.field, act.changes, act.metadata, act.occurred_at, act.actor_type,
      act.actor_user_id, actor.name as actor_name, actor.image as actor_image, act.actor_automation_id,
      automations.name as automation_name, act.actor_api_key_id
    from activities as act
    left join members as actor on actor.workspace_id = act.workspace_id and actor.id = act.actor_user_id
    left join automations on automations.workspace_id = act.workspace_id and automations.id = act.actor_automation_id
    where act.workspace_id = deal.workspace_id and act.deal_id = deal.id
    order by act.occurred_at desc, act.id desc limit 1
  ) as activity on true`;

/** Whom the key's digest, `$1`, speaks for, with what all deals of the workspace share. */
const ME = `
  select workspace.id as workspace_id, workspace.locale, (
    select ${CHANNEL} from channels as channel where workspace_id = workspace.id and is_default
    order by kind = 'whatsapp' desc, id limit 1
  ) as default_channel, array(
    select slug from custom_fields where workspace_id = workspace.id and entity_type = 'deal'
  ) as slugs
  from api_keys as key
  join members as member on member.workspace_id = key.workspace_id and member.id = key.member_id
  join workspaces as workspace on workspace.id = key.workspace_id
  where key.digest = $1 and not key.revoked and (key.expires_at is null or key.expires_at > $3) and member.active`;

/** One statement for each route: `$2` is the deal's number, or how many deals are wanted; `$3` the instant. */
export const ONE_DEAL = {
  name: "one_deal",
  text: `with me as materialized (${ME})
    select me.locale, me.default_channel, me.slugs, ${COLUMNS}
    from me join deals as deal on deal.workspace_id = me.workspace_id and deal.seq = $2 ${JOINS}`,
};

export const PAGE_OF_DEALS = {
  name: "page_of_deals",
  text: `with me as materialized (${ME}), deal as materialized (
      select * from deals where workspace_id = (select workspace_id from me)
      order by created_at desc, id desc limit $2 + 1
    )
    select me.locale, me.default_channel, me.slugs, ${COLUMNS}
    from me cross join deal ${JOINS} order by deal.created_at desc, deal.id desc`,
};
