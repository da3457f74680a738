import { hash, verify } from "@node-rs/argon2";
import { DomainError, invalid } from "../../core/errors.ts";
import type { Settings } from "../settings/setting.service.ts";

/** Argon2id: 19 MiB, two passes, one lane, which is what OWASP asks for at least. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Longest password, in characters; longer ones would only make hashing slow. */
export const PASSWORD_MAX = 128;
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

/** Hashes a password for storage. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, ARGON2));
}

/** Whether a password is the one of a hash; without a hash it takes as long and is false. */
export function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  return inTurn(async () => {
    const known = passwordHash !== null && passwordHash.startsWith("$argon2");
    const fits = await verify(known ? passwordHash : await DUMMY, password.slice(0, PASSWORD_MAX));
    return known && fits;
  });
}

const CLASSES = [
  { test: /\d/, zh: "数字", en: "a digit" },
  { test: /[a-z]/, zh: "小写字母", en: "a lower-case letter" },
  { test: /[^\p{L}\p{N}\s]/u, zh: "符号", en: "a symbol" },
  { test: /[A-Z]/, zh: "大写字母", en: "an upper-case letter" },
] as const;

/**
 * Checks a new password against the site's rules (legacy-facts 5.8: shortest length, required classes).
 * @throws {DomainError} INVALID_PARAMETER that names what is missing.
 */
export function checkNewPassword(password: string, settings: Settings): void {
  const shortest = Math.max(6, Number(settings.password_length) || 6);
  if (/\s/.test(password))
    throw invalid("password", "密码不能包含空格", "The password must not contain blanks.");
  if (password.length < shortest || password.length > PASSWORD_MAX) {
    throw invalid(
      "password",
      `密码长度须在 ${shortest} 到 ${PASSWORD_MAX} 个字符之间`,
      `The password must have ${shortest} to ${PASSWORD_MAX} characters.`,
    );
  }
  for (const index of settings.password_strength.split(",").filter(Boolean)) {
    const kind = CLASSES[Number(index)];
    if (kind && !kind.test.test(password)) {
      throw invalid("password", `密码须包含${kind.zh}`, `The password must contain ${kind.en}.`);
    }
  }
}
