import { createClient, type Automation } from "@trilho/api-client";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { GivenClient } from "../../data/client-provider.tsx";
import { useStored } from "./use-stored.ts";

const version = (number: number) => ({ id: "a", version: number }) as Automation;

test("what is stored is asked for anew once a draft of others brings a newer version", async () => {
  let published = 4;
  const client = createClient({
    baseUrl: "http://127.0.0.1/api/v1",
    apiKey: "trk_test_key",
    fetch: async () => Response.json({ data: version(published), message: null }),
  });
  const wrapper = ({ children }: { children: ReactNode }) => <GivenClient client={client}>{children}</GivenClient>;
  const hook = renderHook(({ base }) => useStored("a", base)?.version, { wrapper, initialProps: { base: version(4) } });
  await waitFor(() => expect(hook.result.current).toBe(4));
  published = 5;
  hook.rerender({ base: version(5) });
  await waitFor(() => expect(hook.result.current).toBe(5));
});
