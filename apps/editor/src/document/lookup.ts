/** Names of things that configs hold by id. Null when nothing has that id. */
export interface Lookup {
  stageName(id: string): string | null;
  /** With its pipeline, where another one has a stage of that name too: "Homes › Proposal". */
  stagePlace?(id: string): string | null;
  tagName(id: string): string | null;
  userName(id: string): string | null;
  /** By id or by slug. */
  fieldName(idOrSlug: string): string | null;
  /** What a field calls one of its values: the option's label, the member's name. */
  optionName?(field: string, value: string): string | null;
  pipelineName?(id: string): string | null;
  /** The colour of a stage or tag, as the workspace has it. */
  colorOf?(id: string): string | null;
}

/** Knows nobody: for places without a connection. */
export const EMPTY_LOOKUP: Lookup = {
  stageName: () => null,
  tagName: () => null,
  userName: () => null,
  fieldName: () => null,
};

/** What a stage is called where nothing says its pipeline. */
export const stagePlace = (id: string, names: Lookup): string | null => names.stagePlace?.(id) ?? names.stageName(id);

/** What has an id, whatever it is; null when nothing has it. */
export const nameOfAny = (id: string, names: Lookup): string | null =>
  stagePlace(id, names) ?? names.tagName(id) ?? names.userName(id) ?? names.pipelineName?.(id) ?? null;
