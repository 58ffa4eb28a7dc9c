import { PRIVATE_NETWORKS } from "../contract/private-networks.ts";

/** Names that no public name server knows (RFC 6761, RFC 6762, ICANN). */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal)$/;

/** The host of an address where it is surely none of the public internet; null where it is one, or cannot be told. */
export function privateHost(url: string): string | null {
  const [, authority = ""] = /^\s*https?:\/\/([^\\/?#]*)/i.exec(url) ?? [];
  // What Liquid fills in is known to nobody yet.
  if (/\{[{%]/.test(authority)) return null;
  const [, bracketed, name = ""] =
    /^(?:.*@)?(?:\[([^\]]*)\]|([^:]*))/.exec(authority.trim().normalize("NFKC").toLowerCase()) ?? [];
  if (bracketed !== undefined) return isPrivate(ipv6Of(bracketed)) ? bracketed : null;
  const host = name.replace(/\.$/, "");
  return PRIVATE_NAME.test(host) || isPrivate(ipv4Of(host)) ? host : null;
}

type Bytes = readonly number[];

const NETWORKS = [
  ...PRIVATE_NETWORKS.ipv4.map((network) => networkOf(network, ipv4Of)),
  ...PRIVATE_NETWORKS.ipv6.map((network) => networkOf(network, ipv6Of)),
];

function networkOf(network: string, read: (text: string) => Bytes | null): { bytes: Bytes; bits: number } {
  const [address = "", bits = ""] = network.split("/");
  return { bytes: read(address) ?? [], bits: Number(bits) };
}

function isPrivate(address: Bytes | null): boolean {
  if (address === null) return false;
  const plain = isMapped(address) ? address.slice(12) : address;
  return NETWORKS.some(({ bytes, bits }) => bytes.length === plain.length && startAlike(bytes, plain, bits));
}

/** IPv4 within IPv6: `::ffff:10.0.0.1`. */
const isMapped = (address: Bytes): boolean =>
  address.length === 16 && address.slice(0, 12).every((byte, index) => byte === (index < 10 ? 0 : 255));

const startAlike = (some: Bytes, others: Bytes, bits: number): boolean =>
  some.every((byte, index) => {
    const counted = Math.min(8, Math.max(0, bits - 8 * index));
    return (byte ^ (others[index] ?? 0)) >> (8 - counted) === 0;
  });

/** As browsers read it: of one to four numbers, also octal and hexadecimal ones, the last of which fills what is left. */
function ipv4Of(text: string): Bytes | null {
  const numbers = text.split(".").map(numberOf);
  const last = numbers.pop() ?? NaN;
  const room = 4 - numbers.length;
  if (room < 1 || !numbers.every((number) => number < 256) || !(last < 256 ** room)) return null;
  return [
    ...numbers,
    ...Array.from({ length: room }, (_, index) => Math.floor(last / 256 ** (room - 1 - index)) % 256),
  ];
}

function numberOf(text: string): number {
  if (/^0x[\da-f]*$/.test(text)) return Number.parseInt(text.slice(2) || "0", 16);
  if (/^0[0-7]+$/.test(text)) return Number.parseInt(text, 8);
  return /^\d+$/.test(text) ? Number(text) : NaN;
}

function ipv6Of(text: string): Bytes | null {
  const [head = "", tail, ...more] = (text.split("%")[0] ?? "").split("::");
  const [before, after] = [groupsOf(head), groupsOf(tail ?? "")];
  const missing = 16 - before.length - after.length;
  if (more.length > 0 || (tail === undefined ? missing !== 0 : missing < 0)) return null;
  const bytes = [...before, ...Array.from({ length: missing }, () => 0), ...after];
  return bytes.every((byte) => byte >= 0) ? bytes : null;
}

function groupsOf(text: string): Bytes {
  if (text === "") return [];
  return text.split(":").flatMap((group): Bytes => {
    if (group.includes(".")) return ipv4Of(group) ?? [NaN, NaN];
    const number = /^[\da-f]{1,4}$/.test(group) ? Number.parseInt(group, 16) : NaN;
    return [Math.floor(number / 256), number % 256];
  });
}
