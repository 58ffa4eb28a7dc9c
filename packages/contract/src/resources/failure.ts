import { Type } from "typebox";
import { described, nullable, type Schema } from "../schema.ts";

/** One sentence of a failure, before it is said: a stable code, and the values that its sentence names. */
export const FailureReason = Type.Object({
  code: Type.String({ examples: ["host-not-found"] }),
  params: Type.Unsafe({
    type: "object",
    additionalProperties: { type: ["string", "number"] },
    examples: [{ host: "crm.example.com", detail: "ENOTFOUND" }],
  }),
});

/** An extension beside each text that says why something failed. */
export const failure = (): Schema =>
  Type.Optional(
    described(
      nullable(Type.Array(FailureReason)),
      "The same as data, sentence by sentence, to be formatted in any language (`@trilho/engine/failures`); null or left out where it has no codes.",
    ),
  );
