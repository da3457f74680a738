import { verify as verifyArgon2 } from "@node-rs/argon2";
import { verify as verifyBcrypt } from "@node-rs/bcrypt";
import { hash as digest, pbkdf2, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { encode, encodeWestern, md5Hex, phpbbText, slashed } from "./foreignBytes.ts";
import { ForeignScheme, type ForeignPassword } from "./foreignPassword.entity.ts";
import { phpass, PHPASS_SETTING_LENGTH } from "./phpass.ts";

/** A hash of another forum as it is stored, with all that checking it needs. */
export type SealedPassword = Pick<ForeignPassword, "scheme" | "hash" | "salt" | "charset">;

/** Compares a password with a hash. */
type Check = (password: string, sealed: SealedPassword) => Promise<boolean>;

/** Algorithm, rounds and length before the hash of Discourse. */
export const DISCOURSE_HASH = /^\$pbkdf2-sha256\$i=(\d{1,7}),l=32\$([0-9a-f]{64})$/;
/** bcrypt over the digest of phpass, as phpBB writes it: setting of phpass, cost, salt, digest. */
export const PHPBB_COMBINED_HASH =
  /^\$[HP]\\(2[aby])\$([./0-9A-Za-z]{9})\$(\d\d)\\([./0-9A-Za-z]{22})\$([./0-9A-Za-z]{31})$/;

const CHECKS: Readonly<Record<ForeignScheme, Check>> = {
  [ForeignScheme.BCRYPT]: (password, { hash, charset }) => verifyBcrypt(encode(password, charset), hash),
  [ForeignScheme.UCENTER]: (password, { hash, salt, charset }) => {
    const bytes = encode(password, charset);
    const candidates = alternatives(bytes, slashed(bytes)).map((each) => md5Hex(md5Hex(each) + salt));
    return some(candidates, (candidate) => verifyArgon2(hash, candidate));
  },
  [ForeignScheme.PHPASS]: (password, { hash, charset }) => isPhpass(encode(password, charset), hash),
  [ForeignScheme.ARGON2]: (password, { hash, charset }) =>
    some(alternatives(encode(password, charset), encode(password.normalize("NFKC"), charset)), (candidate) =>
      verifyArgon2(hash, candidate),
    ),
  [ForeignScheme.PHPBB]: checkPhpbb,
  [ForeignScheme.PHPBB2]: (password, { hash }) =>
    some(phpbb2Digests(password), (candidate) =>
      hash.startsWith("$argon2") ? verifyArgon2(hash, candidate) : isPhpass(Buffer.from(candidate), hash),
    ),
  [ForeignScheme.NODEBB]: (password, { hash }) =>
    some([digest("sha512", password, "hex"), password], (candidate) => verifyBcrypt(candidate, hash)),
  [ForeignScheme.DISCOURSE]: checkDiscourse,
};

/** Compares a password with a hash that another forum has made. */
export function matchesForeign(sealed: SealedPassword, password: string): Promise<boolean> {
  return CHECKS[sealed.scheme](password, sealed);
}

/** True for hashes whose check takes much less time than one of ours. */
export function isQuick({ hash }: SealedPassword): boolean {
  return /^\$[HP]\$/.test(hash);
}

function checkPhpbb(password: string, { hash }: SealedPassword): Promise<boolean> {
  const text = phpbbText(password);
  if (hash.startsWith("$argon2")) return verifyArgon2(hash, text);
  if (hash.startsWith("$2")) return verifyBcrypt(text, hash);
  const combined = PHPBB_COMBINED_HASH.exec(hash);
  if (!combined) return isPhpass(Buffer.from(text), hash);
  const [, kind, setting, cost, salt, rest] = combined;
  // Those that came from phpBB 2 were MD5 before.
  return some([text, ...phpbb2Digests(password)], async (candidate) => {
    const inner = await phpass(Buffer.from(candidate), `$H$${setting}`);
    return verifyBcrypt(inner.slice(PHPASS_SETTING_LENGTH), `$${kind}$${cost}$${salt}${rest}`);
  });
}

/** Digests that a password may have in phpBB 2, and where phpBB 3 stored MD5 itself. */
function phpbb2Digests(password: string): string[] {
  const western = encodeWestern(password);
  const candidates = [slashed(Buffer.from(password)), ...(western ? [slashed(western)] : [])];
  return [...new Set([...candidates, Buffer.from(phpbbText(password))].map(md5Hex))];
}

async function checkDiscourse(password: string, { hash, salt }: SealedPassword): Promise<boolean> {
  const [, rounds, hex] = DISCOURSE_HASH.exec(hash)!;
  const stored = Buffer.from(hex!, "hex");
  const bytes = await promisify(pbkdf2)(password, salt, Number(rounds), stored.length, "sha256");
  return timingSafeEqual(bytes, stored);
}

async function isPhpass(password: Buffer, hash: string): Promise<boolean> {
  return timingSafeEqual(Buffer.from(await phpass(password, hash)), Buffer.from(hash));
}

/** The first, and the second if it differs. */
function alternatives(first: Buffer, second: Buffer): Buffer[] {
  return first.equals(second) ? [first] : [first, second];
}

/** True if one of some candidates passes; they are tried one after the other. */
async function some<T>(
  candidates: readonly T[],
  passes: (candidate: T) => Promise<boolean>,
): Promise<boolean> {
  for (const candidate of candidates) if (await passes(candidate)) return true;
  return false;
}
