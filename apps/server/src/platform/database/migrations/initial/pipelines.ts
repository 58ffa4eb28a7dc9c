import { id, ofWorkspace, stamps, workspaceId } from "./columns.ts";

export const pipelineTables = [
  `create table pipelines (
    ${ofWorkspace},
    id ${id} not null,
    seq integer not null,
    position integer not null,
    name text not null,
    description text,
    is_default boolean not null,
    is_archived boolean not null default false,
    exit_stage_id ${id},
    behaviors json not null,
    attendance_queue_stage_id ${id},
    ${stamps},
    primary key (workspace_id, id),
    unique (workspace_id, seq)
  )`,
  // At most one default among a workspace's pipelines.
  `create unique index pipelines_default on pipelines (workspace_id) where is_default`,
  `create table stages (
    ${workspaceId},
    id ${id} not null,
    pipeline_id ${id} not null,
    seq integer not null,
    position integer not null,
    name text not null,
    color text not null,
    description text,
    is_won boolean not null,
    is_lost boolean not null,
    is_required boolean not null default false,
    required_milestone_field_id ${id},
    primary key (workspace_id, id),
    unique (workspace_id, seq),
    foreign key (workspace_id, pipeline_id) references pipelines on delete cascade,
    foreign key (workspace_id, required_milestone_field_id) references custom_fields
      on delete set null (required_milestone_field_id)
  )`,
  `create index stages_of_pipeline on stages (workspace_id, pipeline_id, position)`,
  `alter table pipelines
    add foreign key (workspace_id, exit_stage_id) references stages on delete set null (exit_stage_id),
    add foreign key (workspace_id, attendance_queue_stage_id) references stages
      on delete set null (attendance_queue_stage_id)`,
  // Members with explicit access to a pipeline; without rows, everyone has it.
  `create table pipeline_access (
    ${workspaceId},
    pipeline_id ${id} not null,
    member_id ${id} not null,
    primary key (workspace_id, pipeline_id, member_id),
    foreign key (workspace_id, pipeline_id) references pipelines on delete cascade,
    foreign key (workspace_id, member_id) references members on delete cascade
  )`,
  // How a pipeline treats one field: a custom field's id or a standard key. Without a row, nothing is asked.
  `create table pipeline_fields (
    ${workspaceId},
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
  // Whose turn it was last to take a deal of a pipeline. The row's lock lets assignments wait for each other.
  `create table assignment_turns (
    ${workspaceId},
    pipeline_id ${id} not null,
    member_id ${id},
    primary key (workspace_id, pipeline_id),
    foreign key (workspace_id, pipeline_id) references pipelines on delete cascade,
    foreign key (workspace_id, member_id) references members
  )`,
];
