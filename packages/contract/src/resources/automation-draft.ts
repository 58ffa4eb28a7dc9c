import { Type } from "typebox";
import { dateTime, looseObject, nullable } from "../schema.ts";
import { Actor } from "./automation-history.ts";

const revision = Type.String({ minLength: 1, maxLength: 100 });

/** What members changed since an automation was published, and what nobody runs. */
export const AutomationDraft = Type.Object({
  /** As a publish would send it, in any state: it may be wrong. Without credentials, as all answers. */
  content: looseObject(),
  /** The version that the draft started from. */
  baseVersion: Type.Integer({ minimum: 1 }),
  /** Another one after every change. */
  revision,
  editedBy: Actor,
  editedAt: dateTime(),
});

export const SaveAutomationDraftRequest = Type.Object({
  content: Type.Unsafe({
    ...looseObject(),
    description: "The body of a replacement, in any state. Credentials in it are not kept.",
  }),
  baseVersion: Type.Integer({
    minimum: 1,
    maximum: 2_147_483_647,
    description: "The version that the draft started from.",
  }),
  revision: Type.Optional(
    Type.Unsafe({
      ...nullable(revision),
      description:
        "The revision that the change started from, null where there was no draft: 409 when there is another one " +
        "now. Left out, whatever is there is replaced.",
    }),
  ),
});
