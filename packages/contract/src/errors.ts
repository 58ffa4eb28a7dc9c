import { Type } from "typebox";
import { failure } from "./resources/failure.ts";
import { nullable, oneOf } from "./schema.ts";

/** Contract, "Errors". */
export const ERROR_CODES = [
  "BAD_REQUEST",
  "VALIDATION_ERROR",
  "UNAUTHORIZED",
  "FORBIDDEN",
  "FEATURE_DISABLED",
  "NOT_FOUND",
  "CONFLICT",
  "QUOTA_EXCEEDED",
  "UNPROCESSABLE_ENTITY",
  "INTERNAL_ERROR",
  "SERVICE_UNAVAILABLE",
] as const;

/** One field's problem. `field` is a path such as `graphDefinition.nodes[2].config.url`. */
export const FieldError = Type.Object({ field: Type.String(), message: Type.String() });

/**
 * What was accepted and yet deserves a word: a stable code, its sentence in the workspace's language, and the fields that
 * it is about, as in `FieldError`; a query parameter by its name.
 */
export const Warning = Type.Object({
  code: Type.String(),
  message: Type.String(),
  fields: Type.Array(Type.String()),
  failure: failure(),
});

/** The body of every error answer. */
export const ErrorBody = Type.Object({
  error: Type.String(),
  code: oneOf(ERROR_CODES),
  requestId: Type.String(),
  details: Type.Optional(nullable(Type.String())),
  fieldErrors: Type.Optional(Type.Array(FieldError)),
});
