import { createPortal } from "react-dom";
import { usePlace } from "../../platform/usePlace.ts";
import { GoodsCard } from "./GoodsCard.tsx";

/** Draws the goods of a thread in their place (`GoodsPlace`); the card that the server has drawn there makes room for them. */
export function LateGoods({ threadId }: { threadId: string }) {
  const place = usePlace("goods");
  return place && createPortal(<GoodsCard threadId={threadId} />, place);
}
