/*
 * `workspace_id` leads every key: it is the shard key. Ids are opaque text, compared bytewise.
 * Instants keep milliseconds, the precision of the API's timestamps, so that a keyset cursor loses nothing.
 * `json` (not `jsonb`) holds what must come back exactly as it was sent.
 */
export const id = `text collate "C"`;

/** Of a table whose other keys lead to the workspace. */
export const workspaceId = `workspace_id ${id} not null`;

export const ofWorkspace = `${workspaceId} references workspaces on delete cascade`;

export const createdAt = `created_at timestamptz(3) not null default now()`;

export const stamps = `
    ${createdAt},
    updated_at timestamptz(3) not null default now()`;
