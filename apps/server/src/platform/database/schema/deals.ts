export interface DealTables {
  /** Whose turn it was last to take a deal of a pipeline. */
  assignment_turns: { workspace_id: string; pipeline_id: string; member_id: string | null };
}
