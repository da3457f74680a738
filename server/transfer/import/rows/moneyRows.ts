import { renderStored } from "../../../features/threads/content/content.service.ts";
import { numbers, texts, time, timeOrNull, type RowKindOf } from "./rowKind.ts";

const holds: RowKindOf<"holds"> = {
  table: "money_holds",
  key: ["reference"],
  keyValues: texts,
  row: (_ctx, { memberId, createdAt, expiresAt, ...columns }) => ({
    ...columns,
    userId: memberId,
    createdAt: time(createdAt),
    expiresAt: timeOrNull(expiresAt),
  }),
};

const orders: RowKindOf<"orders"> = {
  table: "orders",
  key: ["id"],
  keyValues: numbers,
  row: (_ctx, { memberId, createdAt, expiresAt, paidAt, ...columns }) => ({
    ...columns,
    userId: memberId,
    createdAt: time(createdAt),
    expiresAt: time(expiresAt),
    paidAt: timeOrNull(paidAt),
  }),
};

const entitlements: RowKindOf<"entitlements"> = {
  table: "entitlements",
  key: ["id"],
  keyValues: numbers,
  uniques: [{ columns: ["userId", "objectKind", "objectId"] }],
  row: (_ctx, { memberId, object, startsAt, endsAt, ...columns }) => ({
    ...columns,
    userId: memberId,
    objectKind: object,
    startsAt: time(startsAt),
    endsAt: timeOrNull(endsAt),
  }),
};

const redPackets: RowKindOf<"redPackets"> = {
  table: "red_packets",
  key: ["id"],
  keyValues: numbers,
  uniques: [{ columns: ["threadId"] }],
  row: (_ctx, { memberId, shares, createdAt, expiresAt, ...columns }) => ({
    ...columns,
    userId: memberId,
    shareCount: shares.length,
    claimedCount: shares.filter((share) => share.memberId !== null).length,
    createdAt: time(createdAt),
    expiresAt: time(expiresAt),
  }),
  children: [
    {
      table: "red_packet_shares",
      owner: "packetId",
      rows: (_ctx, { id, shares }) =>
        shares.map(({ memberId, claimedAt, ...columns }, index) => ({
          ...columns,
          packetId: id,
          sequence: index + 1,
          userId: memberId,
          claimedAt: timeOrNull(claimedAt),
        })),
    },
  ],
};

const bounties: RowKindOf<"bounties"> = {
  table: "bounties",
  key: ["id"],
  keyValues: numbers,
  uniques: [{ columns: ["threadId"] }],
  row: (_ctx, { memberId, gifts, createdAt, endsAt, ...columns }) => ({
    ...columns,
    userId: memberId,
    giftCount: gifts.length,
    createdAt: time(createdAt),
    endsAt: time(endsAt),
  }),
  children: [
    {
      table: "bounty_gifts",
      owner: "bountyId",
      rows: (_ctx, { id, gifts }) =>
        gifts.map(({ memberId, createdAt, ...columns }, index) => ({
          ...columns,
          bountyId: id,
          sequence: index + 1,
          userId: memberId,
          createdAt: time(createdAt),
        })),
    },
  ],
};

const questions: RowKindOf<"questions"> = {
  table: "questions",
  key: ["id"],
  keyValues: numbers,
  uniques: [{ columns: ["threadId"] }],
  row: (_ctx, { answer: _answer, createdAt, endsAt, answeredAt, ...columns }) => ({
    ...columns,
    createdAt: time(createdAt),
    endsAt: time(endsAt),
    answeredAt: timeOrNull(answeredAt),
  }),
  children: [
    {
      table: "question_answers",
      owner: "questionId",
      rows: async (ctx, { id, answer }) => {
        if (answer === null) return [];
        const { bodyHtml, markdownVersion } = await renderStored(ctx, { body: answer, bodyHtml: "" });
        return [{ questionId: id, body: answer, bodyHtml, markdownVersion }];
      },
    },
  ],
};

const withdrawals: RowKindOf<"withdrawals"> = {
  table: "withdrawals",
  key: ["id"],
  keyValues: numbers,
  row: (_ctx, { memberId, createdAt, decidedAt, ...columns }) => ({
    ...columns,
    userId: memberId,
    createdAt: time(createdAt),
    decidedAt: timeOrNull(decidedAt),
  }),
};

/** Rows of what members bought, were given, and set aside; the ledger itself writes movements. */
export const MONEY_ROWS = {
  holds,
  orders,
  entitlements,
  redPackets,
  bounties,
  questions,
  withdrawals,
} as const;
