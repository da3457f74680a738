import { hash, verify } from "@node-rs/argon2";
import { DomainError, invalid } from "../../../core/errors.ts";
import { lengthOf } from "../../../core/text.ts";
import type { Settings } from "../../settings/setting.service.ts";
import { isKnownPassword } from "./knownPasswords.ts";
import { PasswordKind } from "./password.view.ts";

/** Argon2id: 19 MiB, two passes, one lane, which is what OWASP asks for at least. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Longest password, in bytes of UTF-8 after normalising, all of which are hashed; longer ones only make hashing slow. */
export const PASSWORD_MAX_BYTES = 512;
/** Normalising shortens a text to half at most, so nothing longer needs to be normalised. */
const RAW_MAX = 2 * PASSWORD_MAX_BYTES;
/** Hashes that run at once; they use the thread pool, which files and names need too. */
const RUNNING_MAX = 2;
/** Sign-ins that wait for a hash; more are refused rather than left to time out. */
const WAITING_MAX = 50;

/** A hash of nothing anybody knows: verifying against it costs what a real one costs. */
const DUMMY = hash(`${Math.random()}`, ARGON2);

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= RUNNING_MAX) {
    if (waiting.length >= WAITING_MAX) throw new DomainError("OVERLOADED", { retryAfterSeconds: 2 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running++;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** The form that is hashed: what looks the same on another keyboard is the same (NIST SP 800-63B §5.1.1.2). */
const normalised = (password: string): string => password.normalize("NFKC");

const fits = (password: string): boolean => Buffer.byteLength(password) <= PASSWORD_MAX_BYTES;

/** Whether a password is the one of a hash; without a hash it takes as long and is false. */
export function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  return inTurn(async () => {
    const known = passwordHash !== null && passwordHash.startsWith("$argon2");
    const stored = known ? passwordHash : await DUMMY;
    const raw = password.length <= RAW_MAX ? password : "";
    // Passwords from before they were normalised are hashed as they were typed.
    const candidates = [...new Set([normalised(raw), raw])].filter(fits);
    for (const candidate of candidates) if (await verify(stored, candidate)) return known && raw !== "";
    return false;
  });
}

/** In the order in which `password_strength` numbers them. */
const CLASSES = [
  { kind: PasswordKind.DIGIT, test: /\d/, zh: "数字", en: "a digit" },
  { kind: PasswordKind.LOWER, test: /[a-z]/, zh: "小写字母", en: "a lower-case letter" },
  { kind: PasswordKind.SYMBOL, test: /[^\p{L}\p{N}\s]/u, zh: "符号", en: "a symbol" },
  { kind: PasswordKind.UPPER, test: /[A-Z]/, zh: "大写字母", en: "an upper-case letter" },
] as const;

function classesAsked({ password_strength: indices }: Settings): (typeof CLASSES)[number][] {
  const asked = new Set(indices.split(",").filter(Boolean).map(Number));
  return CLASSES.filter((_, index) => asked.has(index));
}

/** The kinds of characters that the site asks for in passwords. */
export function passwordKinds(settings: Settings): PasswordKind[] {
  return classesAsked(settings).map(({ kind }) => kind);
}

/** Whose password it is to be: what it must not be made of. */
export interface PasswordOwner {
  readonly username: string;
  readonly nickname: string;
}

/**
 * Checks a new password and hashes it: eight characters or more, any of them, none of the known ones, and whatever the
 * site asks for besides (legacy-facts 5.8: greatest least length, required classes).
 * @throws {DomainError} PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG, PASSWORD_INCOMPLETE, PASSWORD_KNOWN; INVALID_PARAMETER for
 *   half of a character.
 */
export async function hashNewPassword(
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
  const lacking = classesAsked(settings).filter((each) => !each.test.test(text));
  if (lacking.length > 0) {
    throw refused("PASSWORD_INCOMPLETE", {
      zh: `密码须包含${lacking.map(({ zh }) => zh).join("、")}`,
      en: `The password must contain ${lacking.map(({ en }) => en).join(" and ")}.`,
    });
  }
  if (await isKnownPassword(text, [owner.username, owner.nickname, settings.site_name]))
    throw refused("PASSWORD_KNOWN");
  return inTurn(() => hash(text, ARGON2));
}

/** The password as it is hashed. @throws {DomainError} if it is too long, or not text. */
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
