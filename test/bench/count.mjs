/**
 * Counts the SQL statements of pages in a process of its own, with the built server:
 * `node count.mjs '{"env":{…},"asks":[{"path":…,"body":…}]}'` prints `[{ path, status, statements }]` as its last line.
 * Each is asked twice and the second time counts, since small tables that everybody needs are kept for a moment.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const { env, asks } = JSON.parse(process.argv[2]);
Object.assign(process.env, { PAGE_CACHE: "0", RATE_LIMIT_FACTOR: "0", LOG_LEVEL: "error", ...env });
if (env.DATABASE_URL === "") delete process.env.DATABASE_URL;
const bundle = join(import.meta.dirname, "../../dist/server/main.js");
const { start } = await import(pathToFileURL(bundle).href);
const { server, close } = await start({}, (error) => {
  throw error;
});
const app = server.current;
const costs = [];
for (const { path, headers, body } of asks) {
  const ask = () =>
    app.inject({
      method: body === undefined ? "GET" : "POST",
      url: path,
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      payload: body,
    });
  await ask();
  const statements = [];
  app.database.log.listen((sql) => statements.push(sql.replace(/\s+/g, " ").trim()));
  const { statusCode: status } = await ask();
  app.database.log.listen(null);
  costs.push({ path, status, statements });
}
await close();
process.stdout.write(`\n${JSON.stringify(costs)}\n`);
