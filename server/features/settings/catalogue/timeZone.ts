import { invalid } from "../../../core/errors.ts";

/** Time zone of a new forum. */
export const DEFAULT_TIME_ZONE = "Asia/Shanghai";

/** Refuses what is no name of a time zone. @throws {DomainError} INVALID_PARAMETER. */
export function checkTimeZone(name: string): void {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    if (name !== "") return;
  } catch {
    // Refused below.
  }
  throw invalid(
    "site_time_zone",
    "时区须写作 Asia/Shanghai 这样的名称",
    "A time zone is a name such as Asia/Shanghai.",
  );
}
