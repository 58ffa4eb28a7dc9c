import { ROUTES, type OperationId, type Route } from "@trilho/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectSuccess } from "../../apps/server/src/app/testing/api.ts";
import { startProxy, type ValidatingProxy } from "./proxy.ts";
import { addressOf } from "./requests/address.ts";
import { goodRequest } from "./requests/good.ts";
import { send } from "./requests/send.ts";
import { startWorld, type World } from "./requests/world.ts";

/* One request of every route through a proxy of another maker, which holds it and its answer to the API's document. */

const routes = (Object.entries<Route>(ROUTES) as [OperationId, Route][]).filter(
  ([, { upload }]) => upload === undefined,
);

let world: World;
let proxy: ValidatingProxy;
beforeAll(async () => {
  world = await startWorld();
  proxy = await startProxy(world.api.app.url);
});
afterAll(async () => {
  await proxy.close();
  await world.api.app.close();
});

describe("a good request through the proxy", () => {
  it.each(routes)("of %s succeeds, as the document says", async (id, route) => {
    const good = await goodRequest(world, id);
    const address = addressOf(route, world.belongings, good.path);
    const answer = await send(world, route, { address, ...good }, proxy.url);
    expectSuccess(id, answer);
    expect(proxy.violationsOf(answer)).toEqual([]);
  });
});
