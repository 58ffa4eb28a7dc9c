/** What `encodeURI` refuses, lone halves of surrogate pairs, becomes U+FFFD. */
function encode(text: string): string {
  return encodeURI(text.replaceAll(LONE_SURROGATE, "\uFFFD"));
}

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** A JSON Pointer as a URI fragment (RFC 6901, section 6). */
export function toFragment(pointer: string): string {
  return `#${encode(pointer).replaceAll("#", "%23")}`;
}

/** A file's name as a relative URI reference (RFC 3986): "#" and "?" name no fragment or query, ":" no scheme. */
export function toUriReference(file: string): string {
  const uri = encode(file.replaceAll("\\", "/")).replaceAll("#", "%23").replaceAll("?", "%3F");
  return /^[^/]*:/.test(uri) && !/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(uri) ? `./${uri}` : uri;
}
