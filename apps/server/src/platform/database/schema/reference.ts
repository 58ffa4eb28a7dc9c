import type { Json } from "./column-types.ts";

export interface ReferenceTables {
  /** How a pipeline treats one field: a custom field's id or a standard key. Without a row, nothing is asked. */
  pipeline_fields: {
    workspace_id: string;
    pipeline_id: string;
    field: string;
    /** The three flags are null for standard fields. */
    is_visible: boolean | null;
    is_required: boolean | null;
    is_suggested: boolean | null;
    required_stage_ids: Json<string[]>;
    visibility_override_stage_ids: Json<string[]>;
    suggested_stage_ids: Json<string[]>;
  };
}
