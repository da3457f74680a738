import { hash as hashArgon2 } from "@node-rs/argon2";
import { DISCOURSE_HASH, PHPBB_COMBINED_HASH, type SealedPassword } from "./foreignCheck.ts";
import { ForeignScheme, type ForeignCharset } from "./foreignPassword.entity.ts";
import { ARGON2 } from "./password.ts";

/** Highest cost of bcrypt: a second or so. */
const BCRYPT_COST_MAX = 14;
/** Most memory of Argon2, in KiB, and passes over it: twice and four times those of PHP. */
const ARGON2_MEMORY_MAX = 131_072;
const ARGON2_PASSES_MAX = 16;
/** Most rounds of PBKDF2; Discourse has 600,000. */
const PBKDF2_ROUNDS_MAX = 1_000_000;
/** Rounds of Discourse before it stored how many there were. */
const DISCOURSE_ROUNDS_BEFORE = 64_000;
/** Longest salt beside a hash. */
const SALT_MAX = 64;

const BCRYPT = /^\$2[aby]\$(\d\d)\$[./0-9A-Za-z]{53}$/;
/** phpass of 2^7 to 2^16 rounds. */
const PHPASS = /^\$[HP]\$[5-9A-E][./0-9A-Za-z]{30}$/;
const ARGON2_HASH =
  /^\$argon2id?\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=[1-8]\$[+/0-9A-Za-z]{11,64}\$[+/0-9A-Za-z]{16,90}$/;
const MD5 = /^[0-9a-f]{32}$/i;

const isBcryptCost = (cost: string | undefined): boolean =>
  Number(cost) >= 4 && Number(cost) <= BCRYPT_COST_MAX;
const isBcrypt = (hash: string): boolean => isBcryptCost(BCRYPT.exec(hash)?.[1]);
const isArgon2 = (hash: string): boolean => {
  const [, memory, passes] = ARGON2_HASH.exec(hash) ?? [];
  return Number(memory) <= ARGON2_MEMORY_MAX && Number(passes) <= ARGON2_PASSES_MAX;
};
const isCombined = (hash: string): boolean => {
  const [, , setting = "", cost] = PHPBB_COMBINED_HASH.exec(hash) ?? [];
  return /^[5-9A-E]/.test(setting) && isBcryptCost(cost);
};

/**
 * Makes of the hash of another forum what is stored (`storeForeignPasswords`). MD5 is hashed by Argon2id, so that a
 * database that is stolen contains no weak hash: about 30 ms of one processor, in the pool of threads, so that a few may
 * run at once; 5,000 members take some 150 s of one processor. The other schemes take no time.
 * @param hash as the other forum stored it. For Discourse its algorithm and the digits (`$pbkdf2-sha256$i=600000,l=32$` +
 *   hex), or the digits of before. UCenter and phpBB: whatever their column holds, older and newer kinds.
 * @param salt beside the hash: of UCenter, and of Discourse as the text that it is
 * @param charset encoding of the site; GBK is heeded where PHP hashed what the form sent
 * @returns null for hashes that are none of the scheme, or that take too long to check: a password has to be set again
 */
export async function sealForeignPassword(
  scheme: ForeignScheme,
  hash: string,
  salt = "",
  charset: ForeignCharset = "utf-8",
): Promise<SealedPassword | null> {
  if (salt.length > SALT_MAX) return null;
  const sealed = (kind: ForeignScheme, text = hash): SealedPassword => ({
    scheme: kind,
    hash: text,
    salt,
    charset,
  });
  switch (scheme) {
    case ForeignScheme.BCRYPT:
    case ForeignScheme.NODEBB:
      return isBcrypt(hash) ? sealed(scheme) : null;
    case ForeignScheme.PHPASS:
      return PHPASS.test(hash) ? sealed(scheme) : null;
    case ForeignScheme.ARGON2:
      return isArgon2(hash) ? sealed(scheme) : null;
    case ForeignScheme.UCENTER:
      if (MD5.test(hash)) return sealed(scheme, await wrapped(hash));
      if (isBcrypt(hash)) return sealed(ForeignScheme.BCRYPT);
      return isArgon2(hash) ? sealed(ForeignScheme.ARGON2) : null;
    case ForeignScheme.PHPBB:
    case ForeignScheme.PHPBB2:
      return sealPhpbb(scheme, hash, sealed);
    case ForeignScheme.DISCOURSE: {
      const whole = /^[0-9a-f]{64}$/.test(hash)
        ? `$pbkdf2-sha256$i=${DISCOURSE_ROUNDS_BEFORE},l=32$${hash}`
        : hash;
      const rounds = Number(DISCOURSE_HASH.exec(whole)?.[1]);
      return rounds >= 1 && rounds <= PBKDF2_ROUNDS_MAX ? sealed(scheme, whole) : null;
    }
  }
}

/** Tells passwords that phpBB 3 took over from phpBB 2, which it marks with `$CP$`, from its own. */
async function sealPhpbb(
  scheme: ForeignScheme,
  given: string,
  sealed: (kind: ForeignScheme, text: string) => SealedPassword,
): Promise<SealedPassword | null> {
  const hash = given.replace(/^\$CP\$/, "");
  if (MD5.test(hash)) return sealed(ForeignScheme.PHPBB2, await wrapped(hash));
  const isConverted = hash !== given || scheme === ForeignScheme.PHPBB2;
  if (PHPASS.test(hash)) return sealed(isConverted ? ForeignScheme.PHPBB2 : ForeignScheme.PHPBB, hash);
  const isOther = isBcrypt(hash) || isArgon2(hash) || isCombined(hash);
  return isOther && !isConverted ? sealed(ForeignScheme.PHPBB, hash) : null;
}

const wrapped = (md5: string): Promise<string> => hashArgon2(md5.toLowerCase(), ARGON2);
