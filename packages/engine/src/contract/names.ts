import type { Field, FieldPicker } from "./fields.ts";

/** What people call a thing of the workspace. */
export interface Named {
  name: string;
  /** Of a member. */
  email?: string | null;
}

/** What ids and values in facts are called: things of the workspace by their ids, and its custom fields of deals. */
export type Names = { readonly [K in FieldPicker]?: Readonly<Record<string, Named>> } & {
  readonly fields?: readonly Field[];
};

/** What the ids in the catalogue's examples are called. */
export const EXAMPLE_NAMES = {
  pipeline: { pl_sales: { name: "Sales" } },
  stage: { st_proposal: { name: "Proposal" } },
  tag: { tg_gold: { name: "Gold" }, tg_vip: { name: "VIP" } },
  user: {
    us_maria: { name: "Maria Lima", email: "maria@example.com" },
    us_joao: { name: "João Reis", email: "joao@example.com" },
  },
} as const satisfies Names;
