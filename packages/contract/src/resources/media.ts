import { Type } from "typebox";
import { dateTime, nullable, oneOf } from "../schema.ts";

/** Media is copied from the provider in its own time: it can be downloaded once it is READY. */
export const MediaStatus = oneOf(["PENDING", "READY", "FAILED"]);

/** Contract, "Media descriptor". */
export const MediaDescriptor = Type.Object({
  mediaAssetId: nullable(Type.String()),
  status: nullable(MediaStatus),
  mediaType: Type.String(),
  contentType: nullable(Type.String()),
  caption: nullable(Type.String()),
  filename: nullable(Type.String()),
  providerMediaId: nullable(Type.String()),
  providerMediaUrl: nullable(Type.String()),
  contentUrl: nullable(Type.String({ description: "Relative to the API's address; null until READY" })),
  sizeBytes: nullable(Type.Integer()),
  durationMs: nullable(Type.Integer()),
  width: nullable(Type.Integer()),
  height: nullable(Type.Integer()),
});

/** Media stored in the workspace, for `mediaAssetId` of a message. */
export const MediaAsset = Type.Object({
  id: Type.String(),
  status: MediaStatus,
  mediaType: Type.String({ description: "`image`, `audio`, `video`, `document` or `sticker`" }),
  contentType: nullable(Type.String()),
  filename: nullable(Type.String()),
  sizeBytes: nullable(Type.Integer()),
  contentUrl: nullable(Type.String()),
  createdAt: dateTime(),
});
