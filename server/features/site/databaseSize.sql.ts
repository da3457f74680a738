import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { row } from "../../core/sql.ts";

/** Raw since each engine has its own statement. Gives the size of tables and indexes in bytes. @throws {DomainError} DATABASE_ERROR. */
export async function databaseBytes(ctx: Context): Promise<number> {
  const sql =
    ctx.services.database.engine === "sqlite"
      ? "SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()"
      : "SELECT SUM(data_length + index_length) AS bytes FROM information_schema.tables WHERE table_schema = DATABASE()";
  const size = await row<{ bytes: number | string | null }>(ctx, sql);
  if (!size) throw new DomainError("DATABASE_ERROR");
  return Number(size.bytes ?? 0);
}

/** Raw since the program's marks belong to no feature. Gives the version of the program that started last. */
export async function startedVersion(ctx: Context): Promise<string> {
  const mark = await row<{ value: string }>(
    ctx,
    "SELECT m.value FROM program_marks m WHERE m.name = 'started'",
  );
  return mark?.value ?? "";
}
