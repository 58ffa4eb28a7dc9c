import { serveCohort } from "@trilho/engine/cohort";
import type { CohortPort } from "@trilho/engine/cohort";

/** A worker's own scope; the page's types would say it is a window. */
declare const self: CohortPort;

serveCohort(self);
