import { readFileSync } from "node:fs";

const read = (name) => JSON.parse(readFileSync(new URL(`./generated/${name}`, import.meta.url), "utf8"));

/** Places, those for frames among them, limits, and the script of frames: what the forum itself uses. */
export const tables = read("tables.json");
/** JSON schema of `plugin.json`. */
export const manifestSchema = read("manifest.schema.json");
