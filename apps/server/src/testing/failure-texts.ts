import { tellFailure } from "@trilho/engine/failures";

/** Why something failed, in English and in Portuguese. */
export const toldOf = (failed: object): (string | null)[] => {
  const { failure } = failed as { failure?: unknown };
  return (["en", "pt-BR"] as const).map((language) => tellFailure(failure, language));
};
