/**
 * Passwords that attackers try first: the most common ones of leaks, in a list that is loaded at first use, and patterns
 * behind them, Chinese ones too: pinyin with a run of digits, runs and repetitions, the names of member and site.
 */

/** Words that passwords are made of, before or behind digits. */
const STEMS =
  "admin root test user guest login welcome hello password passwd pass mima woaini iloveyou love baby luntan forum bbs discuz qq qwe asd zxc qwer asdf zxcv qaz wsx abc aa a q z w".split(
    " ",
  );
/** Numbers that read like words, also one after the other: "I love you", "for a lifetime", "good luck". */
const LUCKY = /^(?:520|521|1314|168|518|888|666)+$/;
/** A year or a day. */
const DATE = /^(?:(?:19|20)\d{2}(?:\d{4})?|\d{2}(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01]))$/;
/** Maximum syllables of a name or phrase in pinyin that counts as one word. */
const SYLLABLES_MAX = 3;
const PINYIN = new RegExp(
  `^(?:(?:[zcs]h|[bpmfdtnlgkhjqxrzcsyw])?[aeiouv]{1,3}(?:ng|n|r)?){1,${SYLLABLES_MAX}}$`,
);
/** Longest text that can be pinyin of so many syllables; longer ones are not checked. */
const PINYIN_MAX = SYLLABLES_MAX * 7;
/** Longest unit whose repetition is recognised. */
const UNIT_MAX = 6;
/** Maximum characters that count as a trivial addition to a word, whatever they are. */
const ADDED_MAX = 3;
/** Shortest name that is checked: shorter ones would forbid too much. */
const NAME_LEAST = 2;

/** The form in which passwords are compared: compatibility forms and case folded. */
const folded = (text: string): string => text.normalize("NFKC").toLowerCase();

let common: Promise<ReadonlySet<string>> | undefined;

/** The 49,000 most common passwords of leaks (zxcvbn-ts, MIT), in lower case. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].map((word) => String(word).toLowerCase()));
}

/**
 * True if a password is among those that attackers try first.
 * @param names what belongs to the member and the site: user name, nickname, name of the site
 */
export async function isKnownPassword(password: string, names: readonly string[]): Promise<boolean> {
  const text = folded(password);
  if (isRepeated(text) || isTwoRuns(text) || LUCKY.test(text) || DATE.test(text)) return true;
  const own = names
    .map(folded)
    .flatMap((name) => [name.trim(), name.replaceAll(/\s/g, "")])
    .filter((name) => name.length >= NAME_LEAST);
  if ([...STEMS, ...own].some((stem) => isStemmed(text, stem))) return true;
  const word = /^([a-z]+)([^a-z]*)$/.exec(text);
  if (word && word[1]!.length <= PINYIN_MAX && PINYIN.test(word[1]!) && isAdded(word[2]!)) return true;
  return (await (common ??= loadCommon())).has(text);
}

/** True for a word with a trivial addition before or behind it. */
function isStemmed(text: string, stem: string): boolean {
  return (
    (text.startsWith(stem) && isAdded(text.slice(stem.length))) ||
    (text.endsWith(stem) && isAdded(text.slice(0, -stem.length)))
  );
}

/** True for a trivial addition: a few characters, a run, a year or date, a lucky number. */
function isAdded(text: string): boolean {
  const bare = text.replaceAll(/[\s._@!#$%&*+~^-]/g, "");
  if (bare.length <= ADDED_MAX || LUCKY.test(bare) || DATE.test(bare)) return true;
  return isRepeated(bare) || isTwoRuns(bare);
}

/** True for repetitions of one short unit. */
function isRepeated(text: string): boolean {
  for (let unit = 1; unit <= UNIT_MAX && unit * 2 <= text.length; unit++) {
    if (text.startsWith(text.slice(unit)) && text.length >= unit * 2) return true;
  }
  return false;
}

/** True for at most two runs of neighbouring or equal characters: "12345678", "abcd4321", "aaaa1111". */
function isTwoRuns(text: string): boolean {
  let runs = 1;
  let step: number | null = null;
  let length = 1;
  for (let at = 1; at < text.length; at++) {
    const next = stepOf(text.charCodeAt(at - 1), text.charCodeAt(at));
    if (next !== null && (step === null || next === step)) {
      step = next;
      length++;
    } else {
      if (length < ADDED_MAX || ++runs > 2) return false;
      step = null;
      length = 1;
    }
  }
  return length >= ADDED_MAX;
}

const ZERO = "0".charCodeAt(0);
const NINE = "9".charCodeAt(0);

/** Gives the distance of two neighbours in a run; zero comes after nine. Null if they are no neighbours. */
function stepOf(from: number, to: number): number | null {
  if (from === NINE && to === ZERO) return 1;
  if (from === ZERO && to === NINE) return -1;
  return Math.abs(to - from) <= 1 ? to - from : null;
}
