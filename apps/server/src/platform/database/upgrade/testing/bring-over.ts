import { openDataFolder } from "../../folder/data-folder.ts";
import { bringOver } from "../bring-over.ts";

/** As a program: the part of a start that brings over the database of a data folder; its arguments are that and the secret. */
const [, , path = "", value = ""] = process.argv;
const folder = await openDataFolder(path, () => process.exit(1));
await bringOver(folder, { value, source: "the test" }, (line) => process.stderr.write(`${line}\n`));
await folder.release();
