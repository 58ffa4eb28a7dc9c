#!/usr/bin/env node
// Is started in place of Firefox, and starts the one that TRILHO_FIREFOX names. Two things between Playwright (1.65) and
// Firefox (153) are settled here, and all else goes through: Firefox knows no command for the look of a page, which every
// context begins with; and what is filled in is written past React, which then takes it for no change.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { WebSocket, WebSocketServer } from "ws";

const UNKNOWN = "emulation.setMediaFeaturesOverride";
/** How Playwright writes into a field. React notices what it was not told of by the element itself. */
const WRITES = /inputElement\.value (\+?)= (value|text);/g;
const write = (_, added, text) =>
  `Object.getPrototypeOf(inputElement).__lookupSetter__('value').call(inputElement, ${added && "inputElement.value + "}${text});`;
const LISTENING = /WebDriver BiDi listening on (ws:\/\/\S+)/;

const say = (line) => process.stderr.write(`${line}\n`);
const firefox = spawn(process.env["TRILHO_FIREFOX"], process.argv.slice(2), { stdio: ["inherit", "inherit", "pipe"] });
firefox.once("exit", (code) => process.exit(code ?? 1));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => firefox.kill(signal));

createInterface({ input: firefox.stderr }).on("line", (line) => {
  const [, address] = LISTENING.exec(line) ?? [];
  if (address === undefined) return say(line);
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.once("listening", () => say(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}`));
  server.on("connection", (client, { url }) => relay(client, new WebSocket(`${address}${url}`)));
});

/** Carries what Playwright says to Firefox, and back. */
function relay(client, browser) {
  const early = [];
  const send = (text) => (browser.readyState === WebSocket.OPEN ? browser.send(text) : early.push(text));
  browser.once("open", () => early.forEach((text) => browser.send(text)));
  browser.on("message", (data) => client.send(String(data)));
  client.on("message", (data) => {
    const text = String(data);
    const { id, method } = JSON.parse(text);
    if (method === UNKNOWN) client.send(JSON.stringify({ type: "success", id, result: {} }));
    else send(text.replaceAll(WRITES, write));
  });
  client.once("close", () => browser.close());
  browser.once("close", () => client.close());
}
