import type { Field } from "@trilho/engine";
import { createContext, useContext } from "react";

/** What the controls of one query builder share. */
export interface QueryForm {
  fields: readonly Field[];
  readOnly: boolean;
}

export const QueryContext = createContext<QueryForm>({ fields: [], readOnly: false });

export const useQueryForm = (): QueryForm => useContext(QueryContext);
