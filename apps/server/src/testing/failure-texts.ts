import { describeFailure } from "@trilho/engine/failures";

/** Why something failed, in English and in Portuguese. */
export const failureTexts = (failed: object): (string | null)[] => {
  const { failure } = failed as { failure?: unknown };
  return (["en", "pt-BR"] as const).map((language) => describeFailure(failure, language));
};
