import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";
import { setUpTexts } from "../i18n/setUp.ts";

setUpTexts();
afterEach(cleanup);
