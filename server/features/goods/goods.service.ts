import type { Context } from "../../core/context.ts";
import { invalid } from "../../core/errors.ts";
import { parseOptionalId } from "../../core/ids.ts";
import { load, preload } from "../../core/loaders.ts";
import { checkAmount } from "../../core/money.ts";
import { escapeAttribute } from "../../core/markdown/html.ts";
import { cleanLine, limited, showsNothing } from "../../core/text.ts";
import { allow } from "../../core/viewer.ts";
import { insert } from "../../core/write.ts";
import {
  checkGoodsImage,
  detachGoodsImage,
  moveGoodsImage,
  takeGoodsImage,
} from "../attachments/goodsImage.service.ts";
import { censor } from "../stop-words/filter/filter.service.ts";
import { CensoredField } from "../stop-words/stopWord.view.ts";
import type { Thread } from "../threads/thread.entity.ts";
import { Goods, GOODS_TITLE_MAX, GOODS_URL_MAX, SHOP_NAME_MAX } from "./goods.entity.ts";
import type { GoodsInput } from "./goods.input.ts";
import { goodsImageById, goodsOf } from "./goods.loaders.ts";

/** Goods that passed the rules. */
export interface GoodsPlan {
  readonly goods: Pick<Goods, "title" | "url" | "priceCents" | "shopName" | "imageId">;
  /** Stop words that hold the thread for approval. */
  readonly heldBackBy: readonly string[];
}

/**
 * Checks the goods that somebody wants to put into a thread, and that they may; null if there are none.
 * @param threadId the thread that has goods already
 * @throws {DomainError} FORBIDDEN without `thread.insertGoods`; INVALID_PARAMETER for title, address and price; STOP_WORD;
 *   NOT_FOUND for a picture of somebody else, or one that something else uses.
 */
export async function checkGoods(
  ctx: Context,
  input: GoodsInput | null | undefined,
  threadId?: number,
): Promise<GoodsPlan | null> {
  if (!input) return null;
  allow(ctx.viewer.check("thread.insertGoods"));
  const words: string[] = [];
  const textOf = async (source: string, field: string, most: number): Promise<string> => {
    const line = limited(cleanLine(source), field, most);
    const { text, heldBackBy } = await censor(ctx, CensoredField.TITLE, line);
    words.push(...heldBackBy);
    return [...text].slice(0, most).join("");
  };
  const url = checkAddress(input.url);
  // What would be replaced in a text stays in an address, which would lead elsewhere.
  words.push(...(await censor(ctx, CensoredField.BODY, url)).heldBackBy);
  const title = await textOf(input.title, "title", GOODS_TITLE_MAX);
  if (showsNothing(title)) throw invalid("title", "请填写商品名称", "The goods need a title.");
  const shopName = await textOf(input.shopName ?? "", "shopName", SHOP_NAME_MAX);
  const priceCents = input.priceCents == null ? null : checkAmount(input.priceCents, "priceCents");
  const imageId = parseOptionalId(input.imageId, "imageId") ?? null;
  if (imageId !== null) await checkGoodsImage(ctx, imageId, threadId);
  return { goods: { title, url, priceCents, shopName, imageId }, heldBackBy: [...new Set(words)] };
}

/** Reads the address of goods. @throws {DomainError} INVALID_PARAMETER for all but http and https. */
function checkAddress(source: string): string {
  const text = source.trim();
  const url = URL.canParse(text) ? new URL(text) : null;
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  // The parser writes each character of another script in up to nine.
  if (isWeb && url.href.length <= GOODS_URL_MAX) return url.href;
  throw invalid(
    "url",
    "商品链接须以 http:// 或 https:// 开头，且不能过长",
    "The link to the goods begins with http:// or https:// and is not too long.",
  );
}

/** Gives the address of goods as a link in HTML, for the rules that count the links of a text; empty without goods. */
export function linkOf(plan: GoodsPlan | null): string {
  return plan ? `<a href="${escapeAttribute(plan.goods.url)}"></a>` : "";
}

/** Stores the goods of a thread in the caller's transaction. */
export async function placeGoods(ctx: Context, threadId: number, { goods }: GoodsPlan): Promise<void> {
  await insert(ctx, Goods, { ...goods, threadId, createdAt: ctx.now });
  if (goods.imageId !== null) await takeGoodsImage(ctx, threadId, goods.imageId);
}

/**
 * Replaces the goods of a thread in the caller's transaction; null takes them away.
 * @returns the column of the thread that says whether it has some
 */
export async function replaceGoods(
  ctx: Context,
  threadId: number,
  plan: GoodsPlan | null,
): Promise<Pick<Thread, "hasGoods">> {
  await ctx.db.delete(Goods, { threadId });
  await detachGoodsImage(ctx, threadId);
  if (plan) await placeGoods(ctx, threadId, plan);
  return { hasGoods: plan !== null };
}

/** Moves the goods of a thread to another one that has none, with their picture, in the caller's transaction. */
export async function moveGoods(ctx: Context, fromThreadId: number, toThreadId: number): Promise<void> {
  await ctx.db.update(Goods, { threadId: fromThreadId }, { threadId: toThreadId });
  await moveGoodsImage(ctx, fromThreadId, toThreadId);
}

/** Finds the goods of a thread; null if it has none, and for who may not read the thread. */
export function findGoods(
  ctx: Context,
  { id, categoryId, hasGoods }: Pick<Thread, "id" | "categoryId" | "hasGoods">,
): Goods | null | Promise<Goods | null> {
  return hasGoods && ctx.viewer.may("thread.viewPosts", categoryId) ? load(ctx, goodsOf, id) : null;
}

/** Reads the goods of threads with their pictures: as many statements for fifty as for one. */
export async function preloadGoods(ctx: Context, threadIds: readonly number[]): Promise<void> {
  await preload(ctx, goodsOf, threadIds);
  const goods = await Promise.all(threadIds.map(async (id) => load(ctx, goodsOf, id)));
  await preload(
    ctx,
    goodsImageById,
    goods.flatMap((each) => each?.imageId ?? []),
  );
}
