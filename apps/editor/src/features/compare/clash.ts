import type { MergeConflict } from "@trilho/engine/analyse";
import type { Side } from "./agree.ts";
import type { SettingGroup } from "./setting-groups.ts";

/** Something that both sides changed, each otherwise. `key` stays the same while a person decides. */
export type Clash =
  | { key: string; kind: "setting"; group: SettingGroup; decidable: true }
  | { key: string; kind: "definition"; decidable: true }
  | { key: string; kind: "graph"; conflict: MergeConflict; decidable: boolean };

export type Choices = ReadonlyMap<string, Side>;
