import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { row } from "../../core/sql.ts";

/**
 * Raw since each engine has its own statement. Gives the size of the database in bytes, search index included: of tables and
 * indexes, or of the files of SQLite with their logs.
 * @throws {DomainError} DATABASE_ERROR
 */
export async function databaseBytes(ctx: Context): Promise<number> {
  if (ctx.services.database.engine === "sqlite") return sqliteBytes(ctx);
  const size = await row<{ bytes: number | string | null }>(
    ctx,
    "SELECT SUM(data_length + index_length) AS bytes FROM information_schema.tables WHERE table_schema = DATABASE()",
  );
  if (!size) throw new DomainError("DATABASE_ERROR");
  return Number(size.bytes ?? 0);
}

async function sqliteBytes(ctx: Context): Promise<number> {
  const main = await row<{ file: string }>(ctx, "SELECT file FROM pragma_database_list WHERE name = 'main'");
  if (!main) throw new DomainError("DATABASE_ERROR");
  const files = [main.file, join(dirname(main.file), "search.db")].flatMap((file) => [file, `${file}-wal`]);
  const sizes = files.map((file) =>
    stat(file).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Raw since the program's marks belong to no feature. Gives the version of the program that started last. */
export async function startedVersion(ctx: Context): Promise<string> {
  const mark = await row<{ value: string }>(
    ctx,
    "SELECT m.value FROM program_marks m WHERE m.name = 'started'",
  );
  return mark?.value ?? "";
}
