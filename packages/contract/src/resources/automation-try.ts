import { Type } from "typebox";

/** `skipWaits` lets every wait, and every wait for an answer, be over at once, and keeps no business hours. */
export const TryAutomationRequest = Type.Object({
  dealSeq: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  skipWaits: Type.Optional(Type.Boolean({ default: false })),
});
