import { PRIVATE_NETWORKS } from "@trilho/engine";
import { BlockList, isIPv6 } from "node:net";

const LIST = new BlockList();
for (const network of PRIVATE_NETWORKS.ipv4) add(network, "ipv4");
for (const network of PRIVATE_NETWORKS.ipv6) add(network, "ipv6");

function add(network: string, family: "ipv4" | "ipv6"): void {
  const [address = "", bits = ""] = network.split("/");
  LIST.addSubnet(address, Number(bits), family);
}

/** Whether an IP address is none of the public internet. IPv4 within IPv6 counts as IPv4. */
export function isPrivateAddress(address: string): boolean {
  const [plain = ""] = address.split("%");
  return LIST.check(plain, isIPv6(plain) ? "ipv6" : "ipv4");
}
