import { existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Luntan, LuntanError } from "../../sdk/luntan.mjs";

const DEFAULT_URL = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

/** Runs one document against a forum and prints its data as JSON. Gives the exit code: 1 for a refusal. */
export async function askForum(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { variables: { type: "string" }, url: { type: "string" }, "no-key": { type: "boolean" } },
  });
  const [given, ...more] = positionals;
  if (!given || more.length > 0) throw new Error("Give one query in quotes, or the name of a file with one.");
  const document = existsSync(given) ? readFileSync(given, "utf8") : given;
  const forum = new Luntan({
    url: values.url ?? process.env.LUNTAN_URL ?? DEFAULT_URL,
    token: process.env.LUNTAN_TOKEN,
    retries: 2,
  });
  const variables = values.variables ? JSON.parse(readFileSync(values.variables, "utf8")) : {};
  try {
    const data = await forum.request(document, variables, values["no-key"] ? { idempotencyKey: null } : {});
    console.log(JSON.stringify(data, null, 2));
    return 0;
  } catch (error) {
    if (!(error instanceof LuntanError)) throw error;
    console.error(`${error.code}: ${error.message}`);
    if (error.data) console.log(JSON.stringify(error.data, null, 2));
    return 1;
  }
}
