import { readField } from "@trilho/engine";
import type { Facts, Field, JsonObject } from "@trilho/engine";
import { withFact } from "./with-fact.ts";

/** Whether facts are those of a deal of the workspace: a sample has none. */
export const isReal = (facts: Facts): boolean => readField(facts, "deal.id") !== null;

/** The part of facts that a graph reads, and what keeps anything from being sent to the contact. */
export function onlyRead(facts: Facts, fields: readonly Field[]): Facts {
  return fields.reduce<Facts>(
    (kept, { name }) => {
      const value = readField(facts, name);
      return value === null ? kept : withFact(kept, name, value);
    },
    { deal: {}, contact: objectionsOf(facts) },
  );
}

/** It tells nothing about the person but that. */
function objectionsOf({ contact }: Facts): JsonObject {
  const { phone, email, blocked, optedOutAt } = contact ?? {};
  return {
    ...(phone === null || phone === "" ? { phone } : {}),
    ...(email === null || email === "" ? { email } : {}),
    ...(blocked === true && { blocked }),
    ...(typeof optedOutAt === "string" && { optedOutAt }),
  };
}
