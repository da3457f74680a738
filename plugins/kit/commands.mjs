import { relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { newPlugin } from "./new.mjs";
import { packPlugin } from "./pack.mjs";
import { openPreview } from "./preview.mjs";
import { testPlugin } from "./test.mjs";

const USAGE = `Use: new NAME --slot TARGET@HOOK [--dir DIR] [--trusted] [--no-show] | dev [DIR] [--port PORT] | test [DIR] | pack [DIR]`;

/**
 * Runs a command of the kit.
 * @param {string[]} args
 * @returns {Promise<number>} the exit code; of \`dev\` and \`new\` when the preview is ended
 * @throws {Error} with what is wrong.
 */
export async function runKit([command, ...rest]) {
  const { values, positionals } = parseArgs({
    args: rest,
    allowPositionals: true,
    options: {
      slot: { type: "string" },
      dir: { type: "string" },
      trusted: { type: "boolean" },
      "no-show": { type: "boolean" },
      port: { type: "string" },
    },
  });
  const [first] = positionals;
  const folder = resolve(first ?? ".");
  if (command === "new") return create({ ...values, name: first });
  if (command === "dev") return show(folder, values.port);
  if (command === "test") return testPlugin(folder);
  if (command === "pack") {
    console.log(`Packed: ${relative(process.cwd(), packPlugin(folder))}`);
    return 0;
  }
  throw new Error(USAGE);
}

async function create(options) {
  const folder = newPlugin(options);
  console.log(`Written: ${folder}`);
  const code = await testPlugin(folder);
  // Without a terminal nobody looks, and nobody ends it.
  if (code !== 0 || options["no-show"] || !process.stdout.isTTY) return code;
  return show(folder, options.port);
}

async function show(folder, port = "0") {
  const preview = await openPreview(folder, Number(port));
  console.log(`${preview.url} shows the plugin and follows what you change. Ctrl-C ends it.`);
  return new Promise((done) => process.once("SIGINT", () => void preview.close().then(() => done(0))));
}
