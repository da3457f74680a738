import type { RecordOf } from "../../format/records.ts";
import { centsOf, idOf, textOf, wholeOf } from "../values.ts";
import type { ThreadNote } from "../scratch.ts";
import type { Row } from "../sqlSource.ts";
import { putRight } from "./memberships.ts";
import { isPrice, putHold } from "./money.ts";
import { authorOf, leaveOut } from "../run.ts";
import { type Run, timeOf } from "./run.ts";
import { convertText } from "./texts.ts";

/** Changes of wallets that are shares of red packets, and parts of bounties. */
const PACKET_INCOME = "102, 112, 151";
const BOUNTY_INCOME = "120, 161";
const LOG_COLUMNS = ["id", "user_id", "change_available_amount", "thread_id", "post_id", "created_at"];
/** Rights that paid orders give, by their kind. */
const RIGHTS: Readonly<Record<number, "THREAD" | "ATTACHMENT" | "ANSWER">> = {
  3: "THREAD",
  6: "ANSWER",
  7: "ATTACHMENT",
};

/** Share of a red packet, or a part of a bounty. */
interface Income {
  readonly memberId: number;
  readonly postId: number | null;
  readonly amountCents: number;
  readonly createdAt: string;
}

/** Reads who got what of the gifts of some threads; a member gets one share of each. */
async function incomesOf(
  run: Run,
  threadIds: readonly number[],
  types: string,
): Promise<Map<number, Income[]>> {
  const where = `change_type IN (${types}) AND change_available_amount > 0`;
  const logs = await run.source.rowsOf("user_wallet_logs", "thread_id", threadIds, LOG_COLUMNS, where);
  return new Map(
    [...logs].map(([threadId, rows]) => [
      threadId,
      rows.flatMap((row): Income[] => {
        const memberId = run.scratch.member(idOf(row["user_id"]))?.id;
        const post = run.scratch.post(idOf(row["post_id"]));
        const amountCents = centsOf(row["change_available_amount"]);
        if (memberId === undefined || amountCents === null) return [];
        const postId = post && post.number !== 0 && post.threadId === threadId ? post.id : null;
        return [{ memberId, postId, amountCents, createdAt: timeOf(run, row, "created_at") }];
      }),
    ]),
  );
}

/** Gives the thread of a gift, which has one of each kind; null if there is none. */
function threadOf(run: Run, row: Row, table: string): ThreadNote | null {
  const label = `${table} ${wholeOf(row["id"])}`;
  const thread = run.scratch.thread(idOf(row["thread_id"]));
  if (thread && !thread.isDraft && run.scratch.takeName(`${table}:${thread.id}`, wholeOf(row["id"])))
    return thread;
  leaveOut(run, label, `Thread ${textOf(row["thread_id"])} does not exist, or has one already.`);
  return null;
}

/** Writes the red packets. All are over: what nobody had claimed is in the wallet of its owner again. */
export async function readRedPackets(run: Run): Promise<void> {
  const columns = [
    "id",
    "thread_id",
    "rule",
    "condition",
    "likenum",
    "money",
    "remain_money",
    "created_at",
    "updated_at",
  ];
  for await (const slice of run.source.slices("thread_red_packets", { columns })) {
    const incomes = await incomesOf(run, threadIdsOf(slice), PACKET_INCOME);
    for (const row of slice) {
      const thread = threadOf(run, row, "thread_red_packets");
      if (thread) await writeRedPacket(run, row, thread, incomes.get(thread.id) ?? []);
    }
  }
}

async function writeRedPacket(
  run: Run,
  row: Row,
  thread: ThreadNote,
  incomes: readonly Income[],
): Promise<void> {
  const id = wholeOf(row["id"]);
  const label = `thread_red_packets ${id}`;
  const own = [...new Map(incomes.map((income) => [income.memberId, income])).values()];
  const claimedCents = sumOf(own);
  const totalCents = centsOf(row["money"]);
  if (!isPrice(totalCents) || totalCents < claimedCents) {
    leaveOut(run, label, `${textOf(row["money"])} is less than what its log gives: ${claimedCents} cents.`);
    return;
  }
  const remainingCents = totalCents - claimedCents;
  noteClosed(run, label, thread, centsOf(row["remain_money"]));
  const createdAt = timeOf(run, row, "created_at", "updated_at");
  const shares: RecordOf<"redPackets">["shares"] = own.map(
    ({ memberId, postId, amountCents, createdAt }) => ({
      amountCents,
      memberId,
      postId,
      claimedAt: createdAt,
    }),
  );
  if (remainingCents > 0)
    shares.push({ amountCents: remainingCents, memberId: null, postId: null, claimedAt: null });
  await run.writer.append("redPackets", {
    id,
    threadId: thread.id,
    memberId: thread.authorId,
    rule: wholeOf(row["rule"]) === 0 ? "FIXED" : "RANDOM",
    claimBy: wholeOf(row["condition"]) === 0 ? "REPLY" : "LIKES",
    likesNeeded: Math.max(wholeOf(row["likenum"]), 0),
    totalCents,
    remainingCents,
    state: remainingCents > 0 ? "ENDED" : "FINISHED",
    createdAt,
    expiresAt: timeOf(run, row, "updated_at", "created_at"),
    shares,
  });
  putHold(run, `packet:${id}`, thread.authorId, totalCents, createdAt);
}

/** Writes the bounties. All are over, as red packets are. */
export async function readBounties(run: Run): Promise<void> {
  const columns = ["id", "thread_id", "money", "remain_money", "created_at", "updated_at", "expired_at"];
  for await (const slice of run.source.slices("thread_rewards", { columns })) {
    const incomes = await incomesOf(run, threadIdsOf(slice), BOUNTY_INCOME);
    for (const row of slice) {
      const thread = threadOf(run, row, "thread_rewards");
      if (thread) await writeBounty(run, row, thread, incomes.get(thread.id) ?? []);
    }
  }
}

async function writeBounty(
  run: Run,
  row: Row,
  thread: ThreadNote,
  incomes: readonly Income[],
): Promise<void> {
  const id = wholeOf(row["id"]);
  const label = `thread_rewards ${id}`;
  const gifts = incomes.flatMap(({ postId, memberId, amountCents, createdAt }) =>
    postId === null ? [] : [{ postId, memberId, amountCents, isShared: false, createdAt }],
  );
  const totalCents = centsOf(row["money"]);
  const remainingCents = (totalCents ?? 0) - sumOf(gifts);
  if (!isPrice(totalCents) || remainingCents < 0) {
    leaveOut(run, label, `${textOf(row["money"])} is less than what its log gives: ${sumOf(gifts)} cents.`);
    return;
  }
  if (gifts.length < incomes.length) run.report.remark("gifts", label, "Some of its parts are of no reply.");
  noteClosed(run, label, thread, centsOf(row["remain_money"]));
  const createdAt = timeOf(run, row, "created_at", "updated_at");
  await run.writer.append("bounties", {
    id,
    threadId: thread.id,
    memberId: thread.authorId,
    rest: "RETURN",
    totalCents,
    remainingCents,
    state: remainingCents > 0 ? "ENDED" : "FINISHED",
    createdAt,
    endsAt: timeOf(run, row, "expired_at", "updated_at", "created_at"),
    gifts,
  });
  putHold(run, `bounty:${id}`, thread.authorId, totalCents, createdAt);
}

/** Writes the questions to one member: they are answered, or nobody will answer them any more. */
export async function readQuestions(run: Run): Promise<void> {
  const columns = [
    "id",
    "thread_id",
    "be_user_id",
    "content",
    "price",
    "onlooker_unit_price",
    "onlooker_number",
    "is_answer",
    "created_at",
    "updated_at",
    "expired_at",
    "answered_at",
  ];
  for await (const slice of run.source.slices("questions", { columns }))
    for (const row of slice) {
      const thread = threadOf(run, row, "questions");
      if (thread) await writeQuestion(run, row, thread);
    }
}

async function writeQuestion(run: Run, row: Row, thread: ThreadNote): Promise<void> {
  const id = wholeOf(row["id"]);
  const label = `questions ${id}`;
  const [amountCents, onlookerCents] = [centsOf(row["price"]), centsOf(row["onlooker_unit_price"])];
  if (!isPrice(amountCents) || !isPrice(onlookerCents)) {
    leaveOut(run, label, `price: ${textOf(row["price"])}, ${textOf(row["onlooker_unit_price"])}`);
    return;
  }
  const isAnswered = wholeOf(row["is_answer"]) === 1;
  if (!isAnswered) noteClosed(run, label, thread, amountCents);
  const createdAt = timeOf(run, row, "created_at", "updated_at");
  await run.writer.append("questions", {
    id,
    threadId: thread.id,
    askerId: thread.authorId,
    answererId: authorOf(run, idOf(row["be_user_id"])),
    amountCents,
    onlookerCents,
    onlookerCount: Math.max(wholeOf(row["onlooker_number"]), 0),
    state: isAnswered ? "ANSWERED" : "EXPIRED",
    createdAt,
    endsAt: timeOf(run, row, "expired_at", "updated_at", "created_at"),
    answeredAt: isAnswered ? timeOf(run, row, "answered_at", "updated_at") : null,
    answer: isAnswered ? convertText(run, label, textOf(row["content"])).markdown : null,
  });
  putHold(run, `question:${id}`, thread.authorId, amountCents, createdAt);
}

/** Puts aside what members have bought: paid orders are not repeated, but what they gave stays. */
export async function readOrders(run: Run): Promise<void> {
  const columns = ["id", "user_id", "type", "thread_id", "created_at", "updated_at"];
  const where = `status = 1 AND type IN (${Object.keys(RIGHTS).join(", ")})`;
  for await (const slice of run.source.slices("orders", { columns, where }))
    for (const row of slice) {
      const id = wholeOf(row["id"]);
      const memberId = run.scratch.member(idOf(row["user_id"]))?.id;
      const thread = run.scratch.thread(idOf(row["thread_id"]));
      if (memberId === undefined || !thread || thread.isDraft) {
        leaveOut(run, `orders ${id}`, "Its member or thread does not exist.");
        continue;
      }
      putRight(run, id * 4, {
        memberId,
        object: RIGHTS[wholeOf(row["type"])]!,
        objectId: thread.id,
        groupId: null,
        source: `import:discuz-q:order:${id}`,
        startsAt: timeOf(run, row, "updated_at", "created_at"),
        endsAt: null,
      });
    }
}

function threadIdsOf(slice: readonly Row[]): number[] {
  return slice.map((row) => wholeOf(row["thread_id"]));
}

function sumOf(amounts: readonly { readonly amountCents: number }[]): number {
  return amounts.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

function noteClosed(run: Run, label: string, { authorId }: ThreadNote, remainingCents: number | null): void {
  if (remainingCents !== null && remainingCents > 0)
    run.report.remark(
      "closedGifts",
      label,
      `${remainingCents} cents are in the wallet of user ${authorId} again.`,
    );
}
