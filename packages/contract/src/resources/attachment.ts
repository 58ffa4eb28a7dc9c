import { Type } from "typebox";
import { dateTime, nullable } from "../schema.ts";

const size = () => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** What an upload answers. A note that takes the file repeats it unchanged. */
export const AttachmentReceipt = Type.Object({
  key: Type.String(),
  name: Type.String(),
  size: size(),
  mimeType: Type.String(),
});

/** A file of a deal. `noteId` is null until a note takes it. */
export const DealAttachment = Type.Object({
  id: Type.String(),
  name: Type.String(),
  contentType: Type.String(),
  size: size(),
  noteId: nullable(Type.String()),
  uploadedByMemberId: nullable(Type.String()),
  createdAt: dateTime(),
});
