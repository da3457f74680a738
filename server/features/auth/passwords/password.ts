import { hash, verify } from "@node-rs/argon2";
import { availableParallelism } from "node:os";
import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { lengthOf } from "../../../core/text.ts";
import type { Settings } from "../../settings/setting.service.ts";
import { FOREIGN_PASSWORD } from "../../users/user.entity.ts";
import { isQuick, matchesForeign, type SealedPassword } from "./foreignCheck.ts";
import { isKnownPassword } from "./knownPasswords.ts";
import { PasswordKind } from "./password.view.ts";
import { Turns } from "./turns.ts";

/** Argon2id with the minimum that OWASP recommends: 19 MiB, two passes, one thread. */
export const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Longest password, in bytes of UTF-8 after normalising, all of which are hashed; longer ones only make hashing slow. */
export const PASSWORD_MAX_BYTES = 512;
/** Normalising shortens a text to half at most, so nothing longer needs to be normalised. */
const RAW_MAX = 2 * PASSWORD_MAX_BYTES;
/**
 * Concurrent hashes: one processor is left to what answers requests, and threads of the pool to files and the resolution
 * of names.
 */
const RUNNING_MAX = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Concurrent sign-ins: one more than hashes, so that there is always one to hash. */
const SIGN_INS_MAX = RUNNING_MAX + 1;
/** Maximum length of the queue for hashes; further sign-ins are refused rather than left to time out. */
const WAITING_MAX = 50;

/** Hash of a random text: verifying against it takes as long as against a real one. */
const DUMMY = hash(`${Math.random()}`, ARGON2);

/** Hashes. */
const hashes = new Turns(RUNNING_MAX, WAITING_MAX);
/** Sign-ins: their hash, and what they ask the database before and after. */
const signIns = new Turns(SIGN_INS_MAX, WAITING_MAX);

/** Hashes in its turn; others are answered meanwhile. @throws {DomainError} OVERLOADED */
function hashed<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  return ctx.aside(async () => {
    await hashes.begin();
    try {
      return await work();
    } finally {
      hashes.end();
    }
  });
}

/**
 * Signs somebody in when it is their turn. Many come at the same moment, each with a few statements that are written to
 * the disk: all in one go would keep others waiting.
 * @throws {DomainError} OVERLOADED at once where too many wait.
 */
export async function inTurn<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  await ctx.aside(() => signIns.begin());
  try {
    return await work();
  } finally {
    // Not before the event loop has come round, so that others are answered in between.
    setImmediate(() => signIns.end());
  }
}

/** Normalises a password before hashing, so that keyboards do not matter (NIST SP 800-63B §5.1.1.2). */
const normalised = (password: string): string => password.normalize("NFKC");

const fits = (password: string): boolean => Buffer.byteLength(password) <= PASSWORD_MAX_BYTES;

/** True for a hash of ours. */
const isOurs = (passwordHash: string): boolean => passwordHash.startsWith("$argon2");

/** True for the hash of a password, ours or that of another forum; false where there is none. */
export function hasPassword(passwordHash: string): boolean {
  return isOurs(passwordHash) || passwordHash === FOREIGN_PASSWORD;
}

/** True if a password matches a hash; without a hash of ours it takes as long and is false. */
export function matchesHash(ctx: Context, passwordHash: string | null, password: string): Promise<boolean> {
  return hashed(ctx, async () => {
    const hasHash = passwordHash !== null && isOurs(passwordHash);
    const stored = hasHash ? passwordHash : await DUMMY;
    const raw = password.length <= RAW_MAX ? password : "";
    // Passwords from before they were normalised are hashed as they were typed.
    const candidates = [...new Set([normalised(raw), raw])].filter(fits);
    for (const candidate of candidates) if (await verify(stored, candidate)) return hasHash && raw !== "";
    return false;
  });
}

/**
 * Compares a password with the hash of another forum, and hashes it in our way. A wrong one takes as long as
 * with ours at least.
 * @returns our hash; null if the password is wrong, or too long to be hashed
 */
export function rehashForeign(
  ctx: Context,
  foreign: SealedPassword,
  password: string,
): Promise<string | null> {
  return hashed(ctx, async () => {
    const isHashable = password.length <= RAW_MAX && fits(normalised(password)) && fits(password);
    if (isHashable && (await matchesForeign(foreign, password))) return hash(normalised(password), ARGON2);
    if (!isHashable || isQuick(foreign)) await verify(await DUMMY, "");
    return null;
  });
}

/** Kinds of characters, in the order in which `password_strength` numbers them. */
const CLASSES = [
  { kind: PasswordKind.DIGIT, test: /\d/, zh: "数字", en: "a digit" },
  { kind: PasswordKind.LOWER, test: /[a-z]/, zh: "小写字母", en: "a lower-case letter" },
  { kind: PasswordKind.SYMBOL, test: /[^\p{L}\p{N}\s]/u, zh: "符号", en: "a symbol" },
  { kind: PasswordKind.UPPER, test: /[A-Z]/, zh: "大写字母", en: "an upper-case letter" },
] as const;

function requiredClasses({ password_strength: indices }: Settings): (typeof CLASSES)[number][] {
  const required = new Set(indices.split(",").filter(Boolean).map(Number));
  return CLASSES.filter((_, index) => required.has(index));
}

/** Gives the kinds of characters that the site requires in passwords. */
export function passwordKinds(settings: Settings): PasswordKind[] {
  return requiredClasses(settings).map(({ kind }) => kind);
}

/** Names of the member, which the password must not be made of. */
export interface PasswordOwner {
  readonly username: string;
  readonly nickname: string;
}

/**
 * Checks and hashes a new password: eight characters or more of any kind, not a known one, and the further rules of the
 * site (legacy-facts 5.8: minimum length, required kinds).
 * @throws {DomainError} PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG, PASSWORD_INCOMPLETE, PASSWORD_KNOWN; INVALID_PARAMETER for
 *   half of a character.
 */
export async function hashNewPassword(
  ctx: Context,
  password: string,
  owner: PasswordOwner,
  settings: Settings,
): Promise<string> {
  const text = wellFormed(password);
  const shortest = Number(settings.password_length);
  if (lengthOf(text) < shortest) {
    throw refused("PASSWORD_TOO_SHORT", {
      zh: `密码至少需要 ${shortest} 个字符`,
      en: `The password needs ${shortest} characters at least.`,
    });
  }
  const lacking = requiredClasses(settings).filter((each) => !each.test.test(text));
  if (lacking.length > 0) {
    throw refused("PASSWORD_INCOMPLETE", {
      zh: `密码须包含${lacking.map(({ zh }) => zh).join("、")}`,
      en: `The password must contain ${lacking.map(({ en }) => en).join(" and ")}.`,
    });
  }
  if (await isKnownPassword(text, [owner.username, owner.nickname, settings.site_name]))
    throw refused("PASSWORD_KNOWN");
  return hashed(ctx, () => hash(text, ARGON2));
}

/** Gives the password as it is hashed. @throws {DomainError} if it is too long, or not text. */
function wellFormed(password: string): string {
  if (!password.isWellFormed())
    throw invalid("password", "密码包含无效的字符", "The password contains half of a character.");
  const text = password.length <= RAW_MAX ? normalised(password) : null;
  if (text === null || !fits(text)) throw refused("PASSWORD_TOO_LONG");
  return text;
}

function refused(
  code: "PASSWORD_TOO_SHORT" | "PASSWORD_TOO_LONG" | "PASSWORD_INCOMPLETE" | "PASSWORD_KNOWN",
  text?: { readonly zh: string; readonly en: string },
): DomainError {
  return new DomainError(code, { field: "password", ...(text ? { text } : {}) });
}
