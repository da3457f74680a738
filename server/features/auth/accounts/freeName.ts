import { randomInt } from "node:crypto";
import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { checkName } from "../../users/name.ts";
import { findByUsernameKey } from "../../users/user.service.ts";

/** Further names that are tried before giving up. */
const NAMES_TRIED = 20;
const NAME_DIGITS = 6;

/** Makes a name that nobody has, for a member who has given none. */
export async function freeName(ctx: Context): Promise<string> {
  for (let tries = 0; tries < NAMES_TRIED; tries++) {
    const digits = String(randomInt(10 ** NAME_DIGITS)).padStart(NAME_DIGITS, "0");
    const { name, key } = checkName("username", (ctx.locale === "en" ? "member" : "网友") + digits);
    if (!(await findByUsernameKey(ctx, key))) return name;
  }
  throw new DomainError("OVERLOADED", { retryAfterSeconds: 1 });
}
