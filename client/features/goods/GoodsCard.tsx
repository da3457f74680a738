import { useLayoutEffect, useRef } from "react";
import { graphql } from "../../gql/gql.ts";
import type { GoodsCardQuery } from "../../gql/graphql.ts";
import { useGoodsCardQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { moneyText } from "../../platform/money.ts";
import { goodsTexts } from "./goods.texts.ts";

const IMAGE_PX = 88;

graphql(`
  query GoodsCard($id: ID!) {
    thread(id: $id, isRepeated: true) {
      id
      goods {
        id
        title
        url
        priceCents
        shopName
        image {
          id
          url
          thumbUrl
        }
      }
    }
  }
`);

/** The goods that a thread recommends, with the way to their shop. */
export function GoodsCard({ threadId }: { threadId: string }) {
  const { data } = useGoodsCardQuery({ variables: { id: threadId } });
  const goods = data?.thread?.goods;
  return goods ? <LoadedCard goods={goods} /> : null;
}

type ShownGoods = NonNullable<NonNullable<GoodsCardQuery["thread"]>["goods"]>;

function LoadedCard({ goods: { title, url, priceCents, shopName, image } }: { goods: ShownGoods }) {
  const t = useTexts(goodsTexts);
  const root = useRef<HTMLElement>(null);
  useLayoutEffect(() => removeOthers(root.current!), []);
  return (
    <section ref={root} className="goods-card" aria-label={t.name}>
      {image && <img src={image.thumbUrl ?? image.url} alt="" width={IMAGE_PX} height={IMAGE_PX} />}
      <div className="goods-words">
        <p className="goods-title">
          <bdi>{title}</bdi>
        </p>
        <p className="goods-facts">
          {priceCents != null && <b>{moneyText(priceCents)}</b>}
          {shopName && <bdi>{shopName}</bdi>}
        </p>
        <a href={url} target="_blank" rel="nofollow ugc sponsored noopener">
          {t.open}
          <span className="visually-hidden">{t.newTab}</span>
        </a>
      </div>
    </section>
  );
}

/** Removes the card that the server has drawn. */
function removeOthers(card: HTMLElement): void {
  for (const other of [...card.parentElement!.children]) if (other !== card) other.remove();
}
