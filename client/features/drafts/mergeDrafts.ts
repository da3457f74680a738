import type { AttachedFile } from "../editor/attachedFile.ts";
import { type DraftContent, EMPTY_DRAFT, type GiftDrafts } from "./localDraft.ts";

const { gifts: NO_GIFTS } = EMPTY_DRAFT;
type Sides = [base: string, mine: string, theirs: string];

/**
 * Joins what two windows have made of one draft.
 * @param base what both began with; null if that is not known
 * @returns null if both changed the same place, so that somebody has to choose
 */
export function mergeDrafts(
  base: DraftContent | null,
  mine: DraftContent,
  theirs: DraftContent,
): DraftContent | null {
  const title = chosen(base?.title, mine.title, theirs.title);
  const categoryId = chosen(base?.categoryId, mine.categoryId, theirs.categoryId);
  const isAnonymous = chosen(base?.isAnonymous, mine.isAnonymous, theirs.isAnonymous);
  const priceCents = chosen(base?.priceCents, mine.priceCents, theirs.priceCents);
  const freePercent = chosen(base?.freePercent, mine.freePercent, theirs.freePercent);
  const attachmentPriceCents = chosen(
    base?.attachmentPriceCents,
    mine.attachmentPriceCents,
    theirs.attachmentPriceCents,
  );
  const body = chosen(base?.body, mine.body, theirs.body) ?? bothChanges(base?.body, mine.body, theirs.body);
  if (title === undefined || categoryId === undefined || isAnonymous === undefined || body === undefined)
    return null;
  if (priceCents === undefined || freePercent === undefined || attachmentPriceCents === undefined)
    return null;
  const gifts = mergedGifts(base?.gifts ?? NO_GIFTS, mine.gifts, theirs.gifts);
  if (!gifts) return null;
  const files = mergedFiles(base?.files ?? [], mine.files, theirs.files);
  const isMoved = JSON.stringify(mine.position) !== JSON.stringify(base?.position ?? null);
  const position = isMoved ? mine.position : theirs.position;
  const sale = { priceCents, freePercent, attachmentPriceCents };
  return { title, categoryId, isAnonymous, ...sale, body, files, position, gifts };
}

/** Joins what is typed of money and polls, each part as a whole; null if both changed one. */
function mergedGifts(base: GiftDrafts, mine: GiftDrafts, theirs: GiftDrafts): GiftDrafts | null {
  const parts = (["redPacket", "bounty", "question", "poll", "goods"] as const).map((part) => {
    const text = chosen(...([base, mine, theirs].map((each) => JSON.stringify(each[part] ?? null)) as Sides));
    return text === undefined ? null : [part, JSON.parse(text) as unknown];
  });
  return parts.includes(null)
    ? null
    : (Object.fromEntries(parts as [string, unknown][]) as unknown as GiftDrafts);
}

/** Picks the value that only one side changed, or that both changed alike; undefined if they differ. */
function chosen<T>(base: T | undefined, mine: T, theirs: T): T | undefined {
  if (mine === theirs || theirs === base) return mine;
  return mine === base ? theirs : undefined;
}

/** Lines of the base from the first that changed to behind the last. */
function changedLines(
  base: readonly string[],
  text: readonly string[],
): { from: number; to: number; lines: string[] } {
  let from = 0;
  while (from < base.length && from < text.length && base[from] === text[from]) from++;
  let end = 0;
  const most = Math.min(base.length, text.length) - from;
  while (end < most && base.at(-1 - end) === text.at(-1 - end)) end++;
  return { from, to: base.length - end, lines: text.slice(from, text.length - end) };
}

/** Both changes of a text, if one of them ends before the other begins. */
function bothChanges(base: string | undefined, mine: string, theirs: string): string | undefined {
  if (base === undefined) return undefined;
  const lines = base.split("\n");
  const [first, second] = [
    changedLines(lines, mine.split("\n")),
    changedLines(lines, theirs.split("\n")),
  ].sort((a, b) => a.from - b.from || a.to - b.to) as [
    ReturnType<typeof changedLines>,
    ReturnType<typeof changedLines>,
  ];
  // Two insertions in one place have no order.
  if (first.to > second.from || (first.from === second.from && first.to === second.to)) return undefined;
  return [
    ...lines.slice(0, first.from),
    ...first.lines,
    ...lines.slice(first.to, second.from),
    ...second.lines,
    ...lines.slice(second.to),
  ].join("\n");
}

/** All files that nobody removed, mine first. */
function mergedFiles(
  base: readonly AttachedFile[],
  mine: readonly AttachedFile[],
  theirs: readonly AttachedFile[],
): AttachedFile[] {
  const has = (files: readonly AttachedFile[], { id }: AttachedFile) => files.some((file) => file.id === id);
  const kept = mine.filter((file) => has(theirs, file) || !has(base, file));
  return [...kept, ...theirs.filter((file) => !has(mine, file) && !has(base, file))];
}
