import type { Context } from "../../core/context.ts";
import { invalid } from "../../core/errors.ts";
import { legacyPartIn, type LegacyWriting } from "../../core/legacyParts.ts";
import { load } from "../../core/loaders.ts";
import { amountText, parseAmount } from "../../core/money.ts";
import { legacyAddress } from "../../core/rest.ts";
import { cleanLine } from "../../core/text.ts";
import { checkInput } from "../../core/validation.ts";
import { allow } from "../../core/viewer.ts";
import { FILES_PATH } from "../attachments/attachment.entity.ts";
import { findGoodsImageAt } from "../attachments/goodsImage.service.ts";
import type { DraftGoods } from "../drafts/draftGifts.input.ts";
import type { Thread } from "../threads/thread.entity.ts";
import { typedGoods } from "./draftGoods.ts";
import { type Goods, GOODS_TITLE_MAX } from "./goods.entity.ts";
import { GoodsInput } from "./goods.input.ts";
import { goodsImageById, goodsOf } from "./goods.loaders.ts";
import { findGoods } from "./goods.service.ts";
import { goodsNamedBy } from "./shops.ts";

/** Kind of content of the predecessor (legacy-facts 4.6). */
export const TOM_GOODS = "104";
/** Type of goods in shops that the predecessor did not know. */
const OTHER_SHOP = -1;
/** Fields that hold the address of goods, the best first. */
const ADDRESSES = ["detailContent", "readyContent", "url", "address"] as const;
/** Addresses in texts that shops give for sharing. */
const ADDRESS = /https?:\/\/[^\s"'<>\u3000-\u303f\uff00-\uffef]{1,1000}/i;
/** Longest shared text that is looked at. */
const SHARED_MAX = 4_000;

type LegacyBody = Readonly<Record<string, unknown>>;

/**
 * Answers shop, item and title of an address of goods; the page is not read.
 * @throws {DomainError} FORBIDDEN without `thread.insertGoods`; INVALID_PARAMETER for other shops.
 */
export function analyseForLegacy(ctx: Context, { address }: { address: unknown }): Promise<object> {
  allow(ctx.viewer.check("thread.insertGoods"));
  const url = typeof address === "string" ? (ADDRESS.exec(address.slice(0, SHARED_MAX))?.[0] ?? "") : "";
  const goods = goodsNamedBy(url);
  if (!goods)
    throw invalid(
      "address",
      "暂不支持该商品链接，请使用淘宝、天猫、京东、拼多多或有赞的链接",
      "address is a link to Taobao, Tmall, JD, Pinduoduo or Youzan.",
    );
  const title = `${goods.shopName}商品${goods.itemId && ` ${goods.itemId}`}`;
  return Promise.resolve({
    ...bodyOf({ id: 0, title, url, priceCents: null }),
    userId: ctx.viewer.id,
  });
}

function bodyOf({ id, title, url, priceCents }: Pick<Goods, "id" | "title" | "url" | "priceCents">) {
  const named = goodsNamedBy(url);
  return {
    id,
    platformId: named?.itemId ?? "",
    title,
    imagePath: "",
    price: priceCents === null ? "" : amountText(priceCents),
    type: named?.type ?? OTHER_SHOP,
    typeName: named?.shopName ?? "",
    status: 0,
    readyContent: url,
    detailContent: url,
  };
}

/**
 * Reads the goods of a new thread as old clients send them; undefined if there are none.
 * @throws {DomainError} INVALID_PARAMETER
 */
export async function goodsOfLegacy(ctx: Context, writing: LegacyWriting): Promise<GoodsInput | undefined> {
  const body = legacyPartIn(writing, TOM_GOODS);
  return body && !isDeleted(writing) ? goodsIn(ctx, body) : undefined;
}

async function goodsIn(ctx: Context, body: LegacyBody, threadId?: number): Promise<GoodsInput> {
  const textOf = (name: string): string => (typeof body[name] === "string" ? body[name] : "");
  const url =
    ADDRESSES.map((name) => ADDRESS.exec(textOf(name).slice(0, SHARED_MAX))?.[0]).find(Boolean) ?? "";
  const price = body["price"];
  const hasPrice = price !== undefined && price !== null && price !== "";
  const path = pathOf(textOf("imagePath"));
  const imageId = path === null ? null : await findGoodsImageAt(ctx, path, threadId);
  return checkInput(
    Object.assign(new GoodsInput(), {
      title: [...cleanLine(textOf("title"))].slice(0, GOODS_TITLE_MAX).join(""),
      url,
      priceCents: hasPrice ? parseAmount(price, "price") : null,
      shopName: textOf("typeName") || (goodsNamedBy(url)?.shopName ?? ""),
      imageId: imageId === null ? null : String(imageId),
    }),
  );
}

/** Gives the path of a picture that was uploaded here; null for those of shops, which are not copied. */
function pathOf(address: string): string | null {
  const at = address.indexOf(FILES_PATH);
  return at < 0 ? null : address.slice(at + FILES_PATH.length).split("?")[0]!;
}

/**
 * Finds what an edit of an old client changes of the goods of a thread: clients send them again with every edit.
 * @returns the new goods; null if they go, undefined if they stay as they are
 */
export async function goodsChangeOfLegacy(
  ctx: Context,
  thread: Thread,
  writing: LegacyWriting,
): Promise<GoodsInput | null | undefined> {
  const body = legacyPartIn(writing, TOM_GOODS);
  if (!body) return undefined;
  const current = thread.hasGoods ? await load(ctx, goodsOf, thread.id) : null;
  if (isDeleted(writing)) return current ? null : undefined;
  const sent = await goodsIn(ctx, body, thread.id);
  const isSame =
    current !== null &&
    sent.title === current.title &&
    sent.url === current.url &&
    sent.priceCents === current.priceCents &&
    // Clients that show no picture send none.
    (sent.imageId === null || sent.imageId === String(current.imageId));
  if (isSame) return undefined;
  const imageId = sent.imageId ?? (current?.imageId == null ? null : String(current.imageId));
  return Object.assign(new GoodsInput(), { ...sent, imageId });
}

function isDeleted({ content }: LegacyWriting): boolean {
  const { indexes } = content as { indexes: Record<string, { tomId?: unknown; operation?: unknown } | null> };
  const part = Object.entries(indexes).find(([key, each]) => String(each?.tomId ?? key) === TOM_GOODS);
  return part?.[1]?.operation === "delete";
}

/**
 * Reads the goods of a draft as old clients send them; null if there are none.
 * @throws {DomainError} INVALID_PARAMETER
 */
export async function draftGoodsOfLegacy(ctx: Context, writing: LegacyWriting): Promise<DraftGoods | null> {
  const goods = await goodsOfLegacy(ctx, writing);
  if (!goods) return null;
  const image = goods.imageId == null ? null : await load(ctx, goodsImageById, Number(goods.imageId));
  return typedGoods(goods, image ? FILES_PATH + image.path : null);
}

/** The goods of a draft among its parts, as old clients read them; nothing if there are none. */
export function legacyGoodsOfDraft(ctx: Context, goods: DraftGoods | null | undefined): object {
  if (!goods) return {};
  const { title, url, price, shopName, imageUrl } = goods;
  const imagePath = legacyAddress(ctx, imageUrl ?? "");
  const body = { ...bodyOf({ id: 0, title, url, priceCents: null }), price, typeName: shopName, imagePath };
  return { [TOM_GOODS]: { tomId: TOM_GOODS, operation: "select", body } };
}

/** The goods of a thread among its parts, as old clients read them; nothing if there are none. */
export async function legacyGoods(ctx: Context, thread: Thread): Promise<object> {
  const goods = await findGoods(ctx, thread);
  if (!goods) return {};
  const image = goods.imageId === null ? null : await load(ctx, goodsImageById, goods.imageId);
  const imagePath = image ? legacyAddress(ctx, FILES_PATH + image.path) : "";
  const body = { ...bodyOf(goods), typeName: goods.shopName, imagePath };
  return { [TOM_GOODS]: { tomId: TOM_GOODS, operation: "select", body } };
}
