import "reflect-metadata";
import { createApp } from "../../server/app.ts";
import { loadConfig } from "../../server/config.ts";

/** How many SQL statements a page costs. */
export interface PageCost {
  readonly path: string;
  readonly status: number;
  readonly statements: readonly string[];
}

/**
 * Renders pages in process and counts their statements: each page twice, the second time is what counts, since small
 * tables that every page needs are kept for a moment.
 */
export async function countStatements(env: Record<string, string>, paths: readonly string[]): Promise<PageCost[]> {
  const app = await createApp(loadConfig({ LOG_LEVEL: "error", PAGE_CACHE: "0", RATE_LIMIT_FACTOR: "0", ...env }));
  try {
    const costs: PageCost[] = [];
    for (const path of paths) {
      await app.inject({ method: "GET", url: path });
      const statements: string[] = [];
      app.database.log.listen((sql) => statements.push(sql.replace(/\s+/g, " ").trim()));
      const { statusCode: status } = await app.inject({ method: "GET", url: path });
      app.database.log.listen(null);
      costs.push({ path, status, statements });
    }
    return costs;
  } finally {
    await app.close();
  }
}
