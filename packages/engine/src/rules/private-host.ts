/**
 * Hosts that are surely none of the public internet, as people write them (RFC 1918, 3927, 4193, 4291, 6761, 6762): enough
 * for a warning. Servers know the other spellings, and refuse those too.
 */
const PRIVATE_HOST =
  /^(?:(?:[\w-]+\.)*(?:localhost|local|internal)|(?:0|10|127)(?:\.\d+){3}|169\.254(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|192\.168(?:\.\d+){2}|\[(?:::1?|f[cd][\da-f]{2}:.*|fe[89ab][\da-f]:.*)\])$/;

/** The host of an address where it is one of those. */
export function privateHost(url: string): string | null {
  const [, host = ""] = /^\s*https?:\/\/(?:[^\\/?#]*@)?(\[[^\]]*\]|[^:\\/?#]+)/i.exec(url) ?? [];
  const name = host.toLowerCase().replace(/\.$/, "");
  return PRIVATE_HOST.test(name) ? name : null;
}
