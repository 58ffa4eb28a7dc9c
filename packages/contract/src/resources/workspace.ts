import { Type } from "typebox";
import { described, nullable } from "../schema.ts";

/** By ISO weekday (1 Monday … 7 Sunday), local to `timeZone`. `from` is inclusive, `to` exclusive, "HH:MM", up to "24:00". */
export const WorkspaceHours = Type.Object({
  timeZone: Type.String({ description: "An IANA time zone" }),
  days: Type.Array(Type.Object({ weekday: Type.Integer(), from: Type.String(), to: Type.String() })),
});

/** Extension: what automations of the workspace go by. All but its reviews is provisioned, not changed here. */
export const Workspace = Type.Object({
  name: Type.String(),
  timeZone: Type.String({ description: "An IANA time zone: what `date` shows in messages" }),
  locale: Type.String({ description: "A language tag: how messages write numbers and dates" }),
  businessHours: nullable(WorkspaceHours),
  automationReview: Type.Boolean({
    description: "Whether what an automation does changes only once another member has approved it",
  }),
  channelKinds: described(
    Type.Array(Type.String()),
    "Of which kinds it has channels: `whatsapp`, `instagram`. Without one, what is sent that way fails",
  ),
  callsPrivateAddresses: Type.Boolean({
    description: "Whether webhooks may call addresses of the server's own network; where not, they fail",
  }),
});

export const UpdateWorkspaceRequest = Type.Object(
  { automationReview: Type.Boolean() },
  { additionalProperties: false, minProperties: 1 },
);
