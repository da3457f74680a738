import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "../../../core/context.ts";
import { derivedKey } from "../../../core/derivedKey.ts";

/** Time for which a browser is known after a sign-in, in milliseconds. */
const KNOWN_MS = 365 * 86_400_000;
/** Accounts that one browser is known to: those of a family. */
const ACCOUNTS_MAX = 4;
/** One account: its id, the time of the sign-in in seconds, and the signature. */
const ENTRY = /^(\d{1,16})\.(\d{1,12})\.([\w-]{43})$/;
const COOKIE_MAX = 600;

/** The member whose browser it may be. */
interface Owner {
  readonly id: number;
  readonly passwordHash: string;
}

/** Signed with the password besides the key: another password makes every device a stranger. */
function signatureOf(ctx: Context, userId: string, time: string, passwordHash: string): Buffer {
  const key = derivedKey(ctx.services, "known device");
  return createHmac("sha256", key).update(`${userId}.${time}.${passwordHash}`).digest();
}

function entriesOf(ctx: Context): string[] {
  const { deviceCookie = "" } = ctx;
  if (deviceCookie.length > COOKIE_MAX) return [];
  return deviceCookie.split("~").filter((entry) => ENTRY.test(entry));
}

/**
 * Names the browser of a request if a member has signed in on it since their password was set; null for browsers that
 * are not known to them, and for cookies that were made up or belong to others.
 */
export function findKnownDevice(ctx: Context, { id, passwordHash }: Owner): string | null {
  for (const entry of entriesOf(ctx)) {
    const [, userId, time, signature] = ENTRY.exec(entry)!;
    if (Number(userId) !== id || Number(time) * 1_000 + KNOWN_MS <= ctx.now.getTime()) continue;
    const right = signatureOf(ctx, userId!, time!, passwordHash);
    const given = Buffer.from(signature!, "base64url");
    if (given.length === right.length && timingSafeEqual(given, right)) return `${userId}.${time}`;
  }
  return null;
}

/** Makes the browser of a request known to a member who has signed in on it. */
export function rememberDevice(ctx: Context, { id, passwordHash }: Owner): void {
  const time = String(Math.floor(ctx.now.getTime() / 1_000));
  const entry = `${id}.${time}.${signatureOf(ctx, String(id), time, passwordHash).toString("base64url")}`;
  const others = entriesOf(ctx).filter((other) => !other.startsWith(`${id}.`));
  const entries = [entry, ...others].slice(0, ACCOUNTS_MAX);
  ctx.setDeviceCookie(entries.join("~"), new Date(ctx.now.getTime() + KNOWN_MS));
}
