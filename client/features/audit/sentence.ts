import type { Locale } from "../../i18n/texts.ts";
import type { changeTexts, sentenceTexts, targetTexts } from "./sentences.texts.ts";

/** An entry of the log as its sentence reads it. */
export interface LoggedAct {
  readonly action: string;
  readonly target: string;
  readonly targetName?: string | null;
  readonly before?: string | null;
  readonly after?: string | null;
}

/** Words that sentences are made of, in one language. */
export interface SentenceWords {
  readonly actions: (typeof sentenceTexts)[Locale];
  readonly changes: (typeof changeTexts)[Locale];
  readonly targets: (typeof targetTexts)[Locale];
}

type Values = Readonly<Record<string, unknown>>;

/** Approval of content as the log has it. */
const APPROVED = 1;
const IGNORED = 2;

/** Verbs of a column that was switched: on, and off. */
const SWITCHES = {
  isSticky: ["pin", "unpin"],
  isEssence: ["feature", "unfeature"],
  locked: ["lock", "unlock"],
  isRecommended: ["recommend", "unrecommend"],
} as const satisfies Record<
  string,
  readonly [keyof SentenceWords["changes"], keyof SentenceWords["changes"]]
>;

function valuesOf(text: string | null | undefined): Values {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? (value as Values) : {};
  } catch {
    return {};
  }
}

/** Names what a change of content or standing was, by the column that differs; null if it was none of these. */
function changeOf(before: Values, after: Values): keyof SentenceWords["changes"] | null {
  const differs = (column: string): boolean =>
    column in after && column in before && JSON.stringify(before[column]) !== JSON.stringify(after[column]);
  if (differs("deletedAt")) return after["deletedAt"] === null ? "restore" : "delete";
  if (differs("approval"))
    return after["approval"] === APPROVED ? "approve" : after["approval"] === IGNORED ? "hide" : "hold";
  if (differs("categoryId")) return "move";
  for (const [column, [on, off]] of Object.entries(SWITCHES)) {
    if (differs(column)) return after[column] ? on : off;
  }
  if (!differs("status")) return null;
  if (after["status"] === "BANNED") return "ban";
  if (after["status"] === "ACCEPTED") return "accept";
  if (after["status"] === "REJECTED") return "reject";
  return before["status"] === "BANNED" && after["status"] === "NORMAL" ? "unban" : null;
}

/** Gives the target as people call it: by name, or as the log has it where it has none or is gone. */
function targetOf({ target, targetName }: LoggedAct, words: SentenceWords["targets"]): string {
  const [kind = "", id = ""] = target.split(":");
  if (kind === "report") return words.report(id);
  if (kind === "payment") return words.payment(id);
  if (kind === "order") return words.order(id);
  if (kind === "withdrawal") return words.withdrawal(id);
  const name = words[kind as keyof typeof words];
  return targetName && typeof name === "function" ? name(targetName) : id || target;
}

/** Gives the states of a member before and after, in brackets; nothing for other changes. */
function statesOf(before: Values, after: Values, words: SentenceWords["targets"]): string {
  const [from, to] = [before["status"], after["status"]].map((status) => words[status as keyof typeof words]);
  if (typeof from !== "string" || typeof to !== "string") return "";
  const until = typeof after["until"] === "string" ? after["until"].slice(0, 10) : null;
  return `${from} → ${to}${until ? words.until(until) : ""}`;
}

/** Tells what was done as a sentence that follows the name of who did it. */
export function sentenceOf(
  act: LoggedAct,
  { actions, changes, targets }: SentenceWords,
): {
  readonly text: string;
  readonly states: string;
} {
  const [before, after] = [valuesOf(act.before), valuesOf(act.after)];
  const change = changeOf(before, after);
  const kind = act.target.split(":")[0];
  const all = actions as Readonly<Record<string, string>>;
  const own = all[`${act.action}:${kind}`];
  const words = own ?? (change && changes[change]) ?? all[act.action] ?? `${act.action} {t}`;
  // What has a sentence for a kind of target says more by the change of a member's standing.
  const chosen = change === "ban" || change === "unban" ? changes[change] : words;
  const text = chosen
    .replace("{t}", () => targetOf(act, targets))
    .replace("{to}", () => String(after["intoTitle"] ?? after["newTitle"] ?? ""))
    .replace("{n}", () => String(Array.isArray(after["numbers"]) ? after["numbers"].length : ""));
  return { text, states: statesOf(before, after, targets) };
}
