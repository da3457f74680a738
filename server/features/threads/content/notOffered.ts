import { invalid, type DomainError } from "../../../core/errors.ts";
import { TOM_BOUNTY } from "../../bounties/legacyBounties.ts";
import { TOM_GOODS } from "../../goods/legacyGoods.ts";
import { TOM_POLL } from "../../polls/legacyPolls.ts";
import { TOM_RED_PACKET } from "../../red-packets/legacyRedPackets.ts";
import { TOM_AUDIO, TOM_FILES, TOM_IMAGES, TOM_VIDEO } from "../legacy/legacyThread.ts";

/** Parts of a thread that clients of the predecessor send and this program does not have. */
interface Extras {
  readonly content?: unknown;
}

/** Kinds of content of the predecessor by their numbers (legacy-facts 4.6). */
const KINDS: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  "105": ["问答", "Questions to members"],
};
/** Text and anonymity as published clients list them again, beside their own parameters. */
const SAID_ELSEWHERE = ["100", "10001"] as const;
const OFFERED: ReadonlySet<string> = new Set([
  TOM_IMAGES,
  TOM_FILES,
  TOM_AUDIO,
  TOM_VIDEO,
  TOM_RED_PACKET,
  TOM_BOUNTY,
  TOM_POLL,
  TOM_GOODS,
  ...SAID_ELSEWHERE,
]);

const missing = (field: string, zh: string, en: string): DomainError =>
  invalid(field, `本站尚未提供${zh}，内容没有保存`, `${en}: not available here yet. Nothing was saved.`);

/**
 * Refuses a thread that holds what this program does not have: published without it, it would be something else than
 * its author wanted, such as a question to members without one.
 * @throws {DomainError} INVALID_PARAMETER naming the field and what is not available.
 */
export function refuseNotOffered({ content }: Extras): void {
  const { indexes } = (content !== null && typeof content === "object" ? content : {}) as {
    indexes?: unknown;
  };
  if (indexes === null || typeof indexes !== "object") return;
  for (const [key, tom] of Object.entries(indexes)) {
    if (tom === null || tom === undefined) continue;
    const kind = String((tom as { tomId?: unknown }).tomId ?? key);
    if (OFFERED.has(kind)) continue;
    const [zh, en] = KINDS[kind] ?? [
      `内容类型 ${kind.slice(0, 20)}`,
      `Content of the kind ${kind.slice(0, 20)}`,
    ];
    throw missing("content", zh, en);
  }
}
