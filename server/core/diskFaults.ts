import { DomainError } from "./errors.ts";

/** Time after which a refused write is worth another try, in seconds. */
const RETRY_AFTER_S = 5;

/** Codes of the file system that mean "the disk takes nothing", not "our mistake". */
const FILE_CODES = new Set(["ENOSPC", "EDQUOT", "EROFS", "EIO", "EFBIG", "EACCES", "EPERM"]);
/** Codes of SQLite that mean the same; the statement itself is not at fault. */
const SQLITE_CODES =
  /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB|BUSY|LOCKED|NOMEM|PROTOCOL|INTERRUPT)/;

/** Refuses a write because nothing can be stored at the moment; what was there already is as it was. */
export function cannotStore(): DomainError {
  return new DomainError("DATABASE_ERROR", {
    retryAfterSeconds: RETRY_AFTER_S,
    text: {
      zh: "服务器暂时无法保存内容，请稍后重试",
      en: "The server cannot store anything right now. Please try again shortly.",
    },
  });
}

/** Code of an error of the file system that keeps files from being stored; null for any other error. */
export function diskFaultOf(error: unknown): string | null {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "string" && FILE_CODES.has(code) ? code : null;
}

/** Code of an error of SQLite that keeps rows from being stored; null for any other error, such as a broken constraint. */
export function sqliteFaultOf(error: unknown): string | null {
  const { code, driverError } = (error ?? {}) as { code?: unknown; driverError?: { code?: unknown } };
  const own = typeof code === "string" ? code : driverError?.code;
  return typeof own === "string" && SQLITE_CODES.test(own) ? own : null;
}
