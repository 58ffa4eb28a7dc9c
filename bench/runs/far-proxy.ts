// Passes TCP connections on to a server, each part a while after it came: node far-proxy.js HOST PORT MS
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

const [host = "", port = "", ms = ""] = process.argv.slice(2);
const delayMs = Number(ms);

const proxy = createServer({ noDelay: true }, (near) => {
  const far = connect({ host, port: Number(port), noDelay: true });
  passOn(near, far);
  passOn(far, near);
});
proxy.listen(0, "127.0.0.1", () => process.send?.((proxy.address() as AddressInfo).port));
process.on("disconnect", () => process.exit(0));

/** In order: timers of one delay end in the order they began. */
function passOn(from: Socket, to: Socket): void {
  from.on("data", (part) => setTimeout(() => to.write(part), delayMs));
  from.on("close", () => setTimeout(() => to.destroy(), delayMs));
  from.on("error", () => to.destroy());
}
