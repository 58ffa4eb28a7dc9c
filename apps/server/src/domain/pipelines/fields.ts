/** What every deal has besides custom fields, and what it is called. `email` and `phone` are its contact's. */
export const STANDARD_FIELDS = {
  value: "Value",
  name: "Name",
  email: "E-mail",
  phone: "Phone",
  expectedCloseAt: "Expected close date",
} as const;
export type StandardField = keyof typeof STANDARD_FIELDS;

export const isStandardField = (key: string): key is StandardField => Object.hasOwn(STANDARD_FIELDS, key);

/** A field that deals must have filled to be in a stage. */
export type RequiredField =
  { kind: "standard"; field: StandardField } | { kind: "custom"; field: string; slug: string; name: string };
