import { renderHook, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Connected, stubWorkspace } from "../features/forms/testing/workspace.tsx";
import { useSetting } from "./use-setting.ts";

afterEach(() => vi.unstubAllGlobals());

const definition = () => ({ version: 2 as const, nodes: [], edges: [] });
const settingOf = () => renderHook(() => useSetting(graph), { wrapper: Connected }).result;
let graph = definition();

describe("a simulated run", () => {
  test("is written and put off as the workspace's runs are", async () => {
    stubWorkspace();
    graph = definition();
    const setting = settingOf();
    await waitFor(() => expect(setting.current.writing).toMatchObject({ timeZone: "Asia/Tokyo", locale: "pt-BR" }));
    const days = [{ weekday: 3, from: "10:00", to: "16:00" }];
    expect(setting.current.businessHours).toEqual({ timeZone: "Asia/Tokyo", days });
  });

  test("keeps office hours where a service does not tell its workspace's, in the browser's time zone and language", async () => {
    stubWorkspace(["/workspace"]);
    graph = definition();
    const setting = settingOf();
    await waitFor(() => expect(setting.current.catalogue.fieldSlugs).not.toEqual({}));
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    expect(setting.current.writing).toMatchObject({ timeZone, locale: "en" });
    expect(setting.current.businessHours).toMatchObject({ timeZone, days: { length: 5 } });
  });
});
