import { BlockList, isIPv6 } from "node:net";

/** Networks that are not the public internet (IANA's special-purpose registries), and those that lead into others. */
const IPV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];
const IPV6 = [
  "::/96",
  "::ffff:0:0:0/96",
  "64:ff9b::/96",
  "64:ff9b:1::/48",
  "100::/64",
  "100:0:0:1::/64",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
  "5f00::/16",
  "fc00::/7",
  "fe80::/10",
  "fec0::/10",
  "ff00::/8",
];

const LIST = new BlockList();
for (const network of IPV4) add(network, "ipv4");
for (const network of IPV6) add(network, "ipv6");

function add(network: string, family: "ipv4" | "ipv6"): void {
  const [address = "", bits = ""] = network.split("/");
  LIST.addSubnet(address, Number(bits), family);
}

/** Whether an IP address is none of the public internet. IPv4 within IPv6 counts as IPv4. */
export function isPrivateAddress(address: string): boolean {
  const [plain = ""] = address.split("%");
  return LIST.check(plain, isIPv6(plain) ? "ipv6" : "ipv4");
}
