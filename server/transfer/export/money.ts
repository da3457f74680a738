import type { Bounty, BountyGift } from "../../features/bounties/bounty.entity.ts";
import type { Entitlement } from "../../features/entitlements/entitlement.entity.ts";
import type { MoneyHold } from "../../features/money/ledger/hold.entity.ts";
import type { MoneyEntry, MoneyTransaction } from "../../features/money/ledger/transaction.entity.ts";
import type { Order } from "../../features/orders/order.entity.ts";
import type { Question, QuestionAnswer } from "../../features/questions/question.entity.ts";
import type { RedPacket, RedPacketShare } from "../../features/red-packets/redPacket.entity.ts";
import type { Withdrawal } from "../../features/withdrawals/withdrawal.entity.ts";
import type { RecordOf } from "../format/records.ts";
import { accountsOf } from "./money.sql.ts";
import { recordsOf, type Reader } from "./reader.ts";
import { Children, table, type Snapshot } from "./snapshot.ts";

type Entry = RecordOf<"transactions">["entries"][number];

/** Reads entries of the ledger with the accounts that they are of. */
async function* entriesOf(snapshot: Snapshot): AsyncGenerator<{ transactionId: number; entry: Entry }> {
  const entries = table<MoneyEntry>("money_entries", "transactionId", "accountId");
  for await (const slice of snapshot.slices(entries)) {
    const accounts = await accountsOf(
      snapshot.side,
      slice.map((row) => row.int("accountId")),
    );
    for (const row of slice) {
      const { kind: account, memberId } = accounts.get(row.int("accountId"))!;
      const [amountCents, as] = [row.int("amountCents"), row.textOrNull("kind")];
      yield { transactionId: row.int("transactionId"), entry: { account, memberId, amountCents, as } };
    }
  }
}

/** Ids of accounts are not part of the format, so entries are in an order that every copy has. */
function byAccount(one: Entry, other: Entry): number {
  if (one.account !== other.account) return one.account < other.account ? -1 : 1;
  return (one.memberId ?? 0) - (other.memberId ?? 0);
}

const transactions: Reader<"transactions"> = {
  tables: ["money_transactions", "money_entries", "money_accounts"],
  /** In the order in which they were posted. */
  async *read(snapshot) {
    const all = new Children(entriesOf(snapshot), ({ transactionId }) => transactionId);
    for await (const row of snapshot.rows(table<MoneyTransaction>("money_transactions", "id"))) {
      const own = await all.of(row.int("id"));
      yield {
        reference: row.text("reference"),
        kind: row.text("kind"),
        memo: row.text("memo"),
        actorId: row.int("actorId"),
        createdAt: row.time("createdAt"),
        entries: own.map(({ entry }) => entry).sort(byAccount),
      };
    }
  },
};

/** Readers of money and of what it bought. */
export const MONEY = {
  transactions,

  holds: recordsOf("holds").eachRow(table<MoneyHold>("money_holds", "reference"), (row) => ({
    reference: row.text("reference"),
    memberId: row.int("userId"),
    amountCents: row.int("amountCents"),
    remainingCents: row.int("remainingCents"),
    createdAt: row.time("createdAt"),
    expiresAt: row.timeOrNull("expiresAt"),
  })),

  orders: recordsOf("orders").eachRow(table<Order>("orders", "id"), (row) => ({
    id: row.int("id"),
    kind: row.text("kind"),
    state: row.text("state"),
    method: row.textOrNull("method"),
    memberId: row.int("userId"),
    payeeId: row.intOrNull("payeeId"),
    threadId: row.intOrNull("threadId"),
    groupId: row.intOrNull("groupId"),
    amountCents: row.int("amountCents"),
    days: row.intOrNull("days"),
    siteCents: row.int("siteCents"),
    payeeCents: row.int("payeeCents"),
    inviterId: row.intOrNull("inviterId"),
    inviterCents: row.int("inviterCents"),
    createdAt: row.time("createdAt"),
    expiresAt: row.time("expiresAt"),
    paidAt: row.timeOrNull("paidAt"),
  })),

  entitlements: recordsOf("entitlements").eachRow(table<Entitlement>("entitlements", "id"), (row) => ({
    id: row.int("id"),
    memberId: row.int("userId"),
    object: row.text("objectKind"),
    objectId: row.int("objectId"),
    groupId: row.intOrNull("groupId"),
    source: row.text("source"),
    startsAt: row.time("startsAt"),
    endsAt: row.timeOrNull("endsAt"),
  })),

  redPackets: recordsOf("redPackets").eachWithChildren(
    table<RedPacket>("red_packets", "id"),
    table<RedPacketShare>("red_packet_shares", "packetId", "sequence"),
    (row, shares) => ({
      id: row.int("id"),
      threadId: row.int("threadId"),
      memberId: row.int("userId"),
      rule: row.text("rule"),
      claimBy: row.text("claimBy"),
      likesNeeded: row.int("likesNeeded"),
      totalCents: row.int("totalCents"),
      remainingCents: row.int("remainingCents"),
      state: row.text("state"),
      createdAt: row.time("createdAt"),
      expiresAt: row.time("expiresAt"),
      shares: shares.map((share) => ({
        amountCents: share.int("amountCents"),
        memberId: share.intOrNull("userId"),
        postId: share.intOrNull("postId"),
        claimedAt: share.timeOrNull("claimedAt"),
      })),
    }),
  ),

  bounties: recordsOf("bounties").eachWithChildren(
    table<Bounty>("bounties", "id"),
    table<BountyGift>("bounty_gifts", "bountyId", "sequence"),
    (row, gifts) => ({
      id: row.int("id"),
      threadId: row.int("threadId"),
      memberId: row.int("userId"),
      rest: row.text("rest"),
      totalCents: row.int("totalCents"),
      remainingCents: row.int("remainingCents"),
      state: row.text("state"),
      createdAt: row.time("createdAt"),
      endsAt: row.time("endsAt"),
      gifts: gifts.map((gift) => ({
        postId: gift.int("postId"),
        memberId: gift.int("userId"),
        amountCents: gift.int("amountCents"),
        isShared: gift.flag("isShared"),
        createdAt: gift.time("createdAt"),
      })),
    }),
  ),

  questions: recordsOf("questions").eachWithChildren(
    table<Question>("questions", "id"),
    table<QuestionAnswer>("question_answers", "questionId"),
    (row, [answer]) => ({
      id: row.int("id"),
      threadId: row.int("threadId"),
      askerId: row.int("askerId"),
      answererId: row.int("answererId"),
      amountCents: row.int("amountCents"),
      onlookerCents: row.int("onlookerCents"),
      onlookerCount: row.int("onlookerCount"),
      state: row.text("state"),
      createdAt: row.time("createdAt"),
      endsAt: row.time("endsAt"),
      answeredAt: row.timeOrNull("answeredAt"),
      answer: answer?.text("body") ?? null,
    }),
  ),

  withdrawals: recordsOf("withdrawals").eachRow(table<Withdrawal>("withdrawals", "id"), (row) => ({
    id: row.int("id"),
    memberId: row.int("userId"),
    state: row.text("state"),
    amountCents: row.int("amountCents"),
    feeCents: row.int("feeCents"),
    receiveAccount: row.text("receiveAccount"),
    note: row.text("note"),
    createdAt: row.time("createdAt"),
    decidedAt: row.timeOrNull("decidedAt"),
  })),
};
