import type { AddressInfo } from "node:net";

const EVERY_ADDRESS = new Set(["0.0.0.0", "::"]);

/** A URL at which a browser on this machine reaches a listening server. */
export function addressOf(address: AddressInfo | string | null, host: string): string {
  if (address === null || typeof address === "string") throw new Error("The server does not listen on a port");
  if (EVERY_ADDRESS.has(address.address)) return `http://127.0.0.1:${address.port}`;
  // A name stays the name that the person chose.
  const name = address.family === "IPv6" && host.includes(":") ? `[${address.address}]` : host;
  return `http://${name}:${address.port}`;
}
