import { z } from "zod";
import { id, price, text, time } from "./values.ts";

/** Schemas of goods in shops elsewhere that threads recommend: one for each thread. */
export const GOODS_RECORDS = {
  goods: z.strictObject({
    id,
    threadId: id,
    title: text(200).min(1),
    url: text(1_000).regex(/^https?:\/\//),
    /** Null if the author names none. */
    priceCents: price.nullable(),
    /** Empty if the author names none. */
    shopName: text(100),
    /** Picture, an attachment of the kind `goods`; null without one. */
    imageId: id.nullable(),
    createdAt: time,
  }),
} as const;
