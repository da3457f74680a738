import { z } from "zod";
import { body, cents, count, id, price, text, time } from "./values.ts";

/** Schemas of the kinds that have to do with money, in the order in which they are read. */
export const MONEY_RECORDS = {
  /** Movements of money, oldest first; the entries of each add up to zero, but for the export of one member, which has theirs. */
  transactions: z.strictObject({
    reference: text(120).min(1),
    kind: z.enum([
      "ADJUSTMENT",
      "PAYMENT",
      "TIP",
      "RED_PACKET",
      "BOUNTY",
      "QUESTION",
      "MEMBERSHIP",
      "GROUP",
      "WITHDRAWAL",
      "TOP_UP",
      "REFUND",
      "COMMISSION",
      "HOLD",
      "RELEASE",
    ]),
    memo: text(255),
    /** 0 for the program. */
    actorId: count,
    createdAt: time,
    entries: z
      .array(
        z.strictObject({
          account: z.enum([
            "AVAILABLE",
            "FROZEN",
            "ADJUSTMENTS",
            "PAID_IN",
            "PAID_OUT",
            "FEES",
            "ROYALTIES",
            "REGISTRATIONS",
            "GROUPS",
          ]),
          /** Null for accounts of the site. */
          memberId: id.nullable(),
          amountCents: cents,
          /** The kind that it is to the owner of the account, where that differs. */
          as: text(20).nullable(),
        }),
      )
      .min(1)
      .max(1_000),
  }),
  holds: z.strictObject({
    reference: text(120).min(1),
    memberId: id,
    amountCents: price,
    remainingCents: price,
    createdAt: time,
    expiresAt: time.nullable(),
  }),
  orders: z.strictObject({
    id,
    kind: z.enum(["THREAD", "ATTACHMENT", "TIP", "ONLOOKER", "REGISTRATION", "RENEWAL", "GROUP"]),
    state: z.enum(["PENDING", "PAID", "EXPIRED", "REFUNDED"]),
    method: z.enum(["WALLET", "OUTSIDE"]).nullable(),
    memberId: id,
    payeeId: id.nullable(),
    threadId: id.nullable(),
    groupId: id.nullable(),
    amountCents: price,
    days: count.nullable(),
    siteCents: price,
    payeeCents: price,
    inviterId: id.nullable(),
    inviterCents: price,
    createdAt: time,
    expiresAt: time,
    paidAt: time.nullable(),
  }),
  /** Rights that members have bought or were given. */
  entitlements: z.strictObject({
    id,
    memberId: id,
    object: z.enum(["THREAD", "ATTACHMENT", "SITE", "GROUP", "ANSWER"]),
    objectId: count,
    groupId: id.nullable(),
    source: text(120),
    startsAt: time,
    endsAt: time.nullable(),
  }),
  redPackets: z.strictObject({
    id,
    threadId: id,
    memberId: id,
    rule: z.enum(["FIXED", "RANDOM"]),
    claimBy: z.enum(["REPLY", "LIKES"]),
    likesNeeded: count,
    totalCents: price,
    remainingCents: price,
    state: z.enum(["OPEN", "FINISHED", "ENDED"]),
    createdAt: time,
    expiresAt: time,
    shares: z
      .array(
        z.strictObject({
          amountCents: price,
          memberId: id.nullable(),
          postId: id.nullable(),
          claimedAt: time.nullable(),
        }),
      )
      .max(10_000),
  }),
  bounties: z.strictObject({
    id,
    threadId: id,
    memberId: id,
    rest: z.enum(["RETURN", "SHARE"]),
    totalCents: price,
    remainingCents: price,
    state: z.enum(["OPEN", "FINISHED", "ENDED"]),
    createdAt: time,
    endsAt: time,
    gifts: z
      .array(
        z.strictObject({
          postId: id,
          memberId: id,
          amountCents: price,
          isShared: z.boolean(),
          createdAt: time,
        }),
      )
      .max(10_000),
  }),
  questions: z.strictObject({
    id,
    threadId: id,
    askerId: id,
    answererId: id,
    amountCents: price,
    onlookerCents: price,
    onlookerCount: count,
    state: z.enum(["OPEN", "ANSWERED", "EXPIRED"]),
    createdAt: time,
    endsAt: time,
    answeredAt: time.nullable(),
    answer: body.nullable(),
  }),
  withdrawals: z.strictObject({
    id,
    memberId: id,
    state: z.enum(["PENDING", "APPROVED", "REFUSED", "PAID", "FAILED"]),
    amountCents: price,
    feeCents: price,
    receiveAccount: text(200),
    note: text(400),
    createdAt: time,
    decidedAt: time.nullable(),
  }),
} as const;
