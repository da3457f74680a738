/** A shop that old clients have a number for. */
interface Shop {
  /** `type` of goods for old clients. The first three are known (legacy-facts 4.6), the others follow their order. */
  readonly type: number;
  readonly name: string;
  /** Domains of its pages and of their short links. */
  readonly domains: readonly string[];
  /** Finds the number of an item in an address. */
  itemOf(url: URL): string | null;
}

const parameter =
  (name: string) =>
  ({ searchParams }: URL): string | null =>
    searchParams.get(name);
const inPath =
  (pattern: RegExp) =>
  ({ pathname }: URL): string | null =>
    pattern.exec(pathname)?.[1] ?? null;

const SHOPS: readonly Shop[] = [
  { type: 0, name: "淘宝", domains: ["taobao.com", "tb.cn"], itemOf: parameter("id") },
  { type: 1, name: "天猫", domains: ["tmall.com", "tmall.hk"], itemOf: parameter("id") },
  {
    type: 2,
    name: "京东",
    domains: ["jd.com", "jd.hk", "3.cn"],
    itemOf: inPath(/\/(\d{1,20})\.html$/),
  },
  {
    type: 3,
    name: "拼多多",
    domains: ["pinduoduo.com", "yangkeduo.com", "pdd.cn"],
    itemOf: parameter("goods_id"),
  },
  { type: 4, name: "有赞", domains: ["youzan.com"], itemOf: parameter("alias") },
];

/** Goods as their address names them. */
export interface NamedGoods {
  readonly type: number;
  readonly shopName: string;
  /** Number of the item in the shop; empty where the address does not say it. */
  readonly itemId: string;
}

/** Item numbers are letters and digits, of no great length. */
const ITEM = /^\w{1,50}$/;

/** Reads shop and item from an address, without reading the page; null for other shops. */
export function goodsNamedBy(address: string): NamedGoods | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const host = url.hostname.toLowerCase();
  const shop = SHOPS.find(({ domains }) =>
    domains.some((each) => host === each || host.endsWith(`.${each}`)),
  );
  if (!shop) return null;
  const itemId = shop.itemOf(url) ?? "";
  return { type: shop.type, shopName: shop.name, itemId: ITEM.test(itemId) ? itemId : "" };
}
