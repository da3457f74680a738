import { buildHere } from "./build.mjs";

/** Program of its own that builds the parts named after the folder of the project: ROOT PART… */
const [root, ...parts] = process.argv.slice(2);
await buildHere(root, parts);
