const BY_FAMILY: Readonly<Record<string, string>> = { image: "image", audio: "audio", video: "video" };

/** As which kind of media a file can be sent: `document` when nothing says more. */
export const mediaTypeOf = (mimeType: string): string => {
  const family = mimeType.split("/", 1)[0] ?? "";
  return (Object.hasOwn(BY_FAMILY, family) && BY_FAMILY[family]) || "document";
};
