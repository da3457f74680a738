import "./goods.css";

/** The card while the server renders; browsers load it later. */
const ServerCard = import.meta.env.SSR ? (await import("./GoodsCard.tsx")).GoodsCard : null;

/** The place of goods in their thread, with the card as the server has drawn it until `LateGoods` draws it there. */
export function GoodsPlace({ threadId }: { threadId: string }) {
  return ServerCard ? (
    <div id="goods">
      <ServerCard threadId={threadId} />
    </div>
  ) : (
    <div id="goods" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />
  );
}
