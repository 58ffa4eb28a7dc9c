import { describeProblem, describeReason, PLAIN_HANDLES } from "@trilho/engine";
import { ptBR } from "@trilho/engine/messages/pt-BR";
import { describe, expect, test } from "vitest";
import { PT_BR } from "../../i18n/pt-BR/pack.ts";
import { ENGLISH } from "../../i18n/resources.ts";

const twice = (name: string, locale: Parameters<typeof describeProblem>[1], number?: number) =>
  describeProblem(
    {
      code: "several-edges-from-handle",
      message: "",
      params: { node: null, way: { name, named: false, ...(number && { number }) } },
    },
    locale,
  );

describe.each([
  ["English", ENGLISH.builder.handle, undefined],
  ["Portuguese", PT_BR.texts.builder.handle, ptBR],
] as const)("in %s, problems call an exit as the drawing does", (_language, drawn, locale) => {
  test.each([...PLAIN_HANDLES, "failure"] as const)("%s", (handle) => {
    expect(twice(handle, locale)).toContain(`“${drawn[handle === "fallback" ? "otherwise" : handle]}”`);
  });

  test.each(PLAIN_HANDLES.slice(1))(
    "%s, where nothing follows, also of runs that said no more than its handle",
    (handle) => {
      const word = `“${drawn[handle === "fallback" ? "otherwise" : handle]}”`;
      expect(describeReason({ code: "no-edge", params: { handle } }, locale)).toContain(word);
    },
  );

  test.each(["branch", "rr", "btn"] as const)("%s, without a label", (kind) => {
    expect(twice(kind, locale, 2)).toContain(`“${drawn[kind].replace("{{number}}", "2")}”`);
  });
});
