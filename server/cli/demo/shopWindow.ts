import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { LoaderStore } from "../../core/loaders.ts";
import { rows } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";
import { viewerFor } from "../../features/auth/sessions/viewer.service.ts";
import { BountyRest } from "../../features/bounties/bounty.entity.ts";
import { giveBounty } from "../../features/bounties/gift.service.ts";
import { categoryTree } from "../../features/categories/category.service.ts";
import { checkIn } from "../../features/check-ins/checkIn.service.ts";
import { PresetGroup } from "../../features/groups/group.entity.ts";
import { createGroup } from "../../features/groups/group.admin.service.ts";
import { sendMessage } from "../../features/messages/message.service.ts";
import { ReportReason } from "../../features/moderation/reports/report.entity.ts";
import { reportContent } from "../../features/moderation/reports/report.service.ts";
import { adjustWallet } from "../../features/money/adjustments/adjustment.service.ts";
import { storePayPassword } from "../../features/money/pay-password/payPassword.service.ts";
import { OrderKind, PaymentMethod } from "../../features/orders/order.entity.ts";
import { createOrder, payOrder } from "../../features/orders/order.service.ts";
import { PollKind, PollResultsVisible } from "../../features/polls/poll.entity.ts";
import { voteInPoll } from "../../features/polls/voting/vote.service.ts";
import { replyToThread } from "../../features/posts/post.service.ts";
import { answerQuestion } from "../../features/questions/answer.service.ts";
import { RedPacketCondition, RedPacketRule } from "../../features/red-packets/redPacket.entity.ts";
import { answerRoomInvitation, createRoom } from "../../features/rooms/room.invitation.service.ts";
import { sendRoomMessage } from "../../features/rooms/room.message.service.ts";
import { Thread } from "../../features/threads/thread.entity.ts";
import type { PublishThreadInput } from "../../features/threads/thread.input.ts";
import { publishThread } from "../../features/threads/thread.publish.service.ts";
import { getUser } from "../../features/users/user.service.ts";
import { Random } from "./random.ts";
import { BOUNTIES, CHATS, GROUP, PACKETS, POLLS, QUESTIONS, ROOM, SOLD } from "./shopTexts.ts";

const SEED = 20_240_606;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Pay password of all demo members. */
export const DEMO_PAY_PASSWORD = "246810";
/** Money of each buyer, in cents. */
const GIFT_CENTS = 20_000;
const BUYERS = 36;
/** The oldest purchase, so that charts of months have something to show. */
const SALES_SINCE_DAYS = 150;
const BUYERS_OF_THREAD = 18;
const BUYERS_OF_GROUP = 14;
const TIPS = 30;
const TIP_CENTS = [100, 188, 200, 520, 666, 1_000] as const;
const ONLOOKER_CENTS = 100;
const CHECK_IN_DAYS = 6;
/** Fewest and most views of a thread. */
const VIEWS = [180, 2_400] as const;

/** A member of the demo community who acts. */
interface Actor {
  readonly id: number;
  readonly username: string;
  readonly groupId: number;
}

/** Something that a member does at a moment. */
interface Deed {
  readonly at: number;
  run(at: number): Promise<void>;
}

/**
 * Fills the demo community with all that is not written by hand in rows: sales, red packets, bounties, questions, polls, talks
 * and reports, through the commands that members use, each at its time.
 * @param round as in `writeCommunity`
 * @param tell prints what the settings of the forum forbid, which is left out
 */
export async function fillShopWindow(
  ctx: Context,
  round: number,
  tell: (line: string) => void,
): Promise<void> {
  const people = await rows<Actor>(
    ctx,
    "SELECT u.id, u.username, u.groupId FROM users u WHERE u.username LIKE 'demo%' AND u.status = 0 ORDER BY u.id",
  );
  const window = new ShopWindow(ctx, people, round === 1 ? "" : String(round), await boardIds(ctx), tell);
  await window.fill();
}

/** Ids of the categories by name; of two with one name the newer one. */
async function boardIds(ctx: Context): Promise<ReadonlyMap<string, number>> {
  return new Map((await categoryTree(ctx)).all.map(({ name, id }) => [name, id]));
}

class ShopWindow {
  private readonly random = new Random(SEED);
  /** Members who may write and vote, without those whose logins are printed. */
  private readonly crowd: readonly Actor[];
  private readonly buyers: readonly Actor[];

  constructor(
    private readonly ctx: Context,
    private readonly people: readonly Actor[],
    private readonly suffix: string,
    private readonly boards: ReadonlyMap<string, number>,
    private readonly tell: (line: string) => void,
  ) {
    this.crowd = people.filter(
      ({ username, groupId }) => !username.includes("_") && Number(groupId) === PresetGroup.MEMBER,
    );
    this.buyers = [this.one("demo_member"), this.one("demo_member_en"), ...this.crowd.slice(0, BUYERS)];
  }

  async fill(): Promise<void> {
    await this.openWallets();
    await this.part("sales", () => this.sellAll());
    for (const packet of PACKETS) await this.part("a red packet", () => this.givePacket(packet));
    for (const bounty of BOUNTIES) await this.part("a bounty", () => this.offerBounty(bounty));
    for (const question of QUESTIONS) await this.part("a question", () => this.ask(question));
    for (const poll of POLLS) await this.part("a poll", () => this.poll(poll));
    for (const chat of CHATS) await this.part("a private talk", () => this.talk(chat));
    await this.part("a group chat", () => this.openRoom());
    await this.part("reports", () => this.report());
    await this.part("check-ins", () => this.checkInDaily());
  }

  /** Does a part that the settings of an older forum may forbid. */
  private async part(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.tell(`left out: ${name} (${error.message})`);
    }
  }

  private async sellAll(): Promise<void> {
    const admin = await this.as(this.one("demo_admin"), this.daysAgo(SALES_SINCE_DAYS));
    const group = await createGroup(admin, {
      ...GROUP,
      name: `${GROUP.name}${this.suffix}`,
      isPaid: true,
      isForSale: true,
      isDisplay: true,
    });
    const deeds = this.groupSales(group.id);
    for (const sold of SOLD) deeds.push(...(await this.sell(sold)));
    deeds.sort((one, other) => one.at - other.at);
    for (const deed of deeds) await deed.run(deed.at);
  }

  private async checkInDaily(): Promise<void> {
    for (let day = CHECK_IN_DAYS; day > 0; day--)
      await checkIn(await this.as(this.one("demo_member"), this.daysAgo(day)), undefined);
  }

  private one(username: string): Actor {
    return this.people.find((person) => person.username === `${username}${this.suffix}`)!;
  }

  private daysAgo(days: number): number {
    return this.ctx.now.getTime() - days * DAY_MS;
  }

  /** The context of a member at a moment. */
  private async as({ id }: Actor, at: number): Promise<Context> {
    const ctx = { ...this.ctx, now: new Date(at), loaders: new LoaderStore() };
    const viewer = await viewerFor(ctx, { ...(await getUser(ctx, id)), userId: id });
    return { ...ctx, viewer, proof: "token" };
  }

  private async openWallets(): Promise<void> {
    const admin = this.one("demo_admin");
    for (const actor of [...this.buyers, admin]) {
      const at = this.daysAgo(SALES_SINCE_DAYS + 1);
      await storePayPassword(await this.as(actor, at), DEMO_PAY_PASSWORD);
      const input = { userId: String(actor.id), amountCents: GIFT_CENTS, reason: "开站礼金" };
      await adjustWallet(await this.as(admin, at), input);
    }
  }

  private async publish(
    actor: Actor,
    at: number,
    text: { board: string; title: string; body: string },
    parts: Partial<PublishThreadInput>,
  ): Promise<string> {
    const { title, body } = text;
    const thread = await publishThread(await this.as(actor, at), {
      categoryId: String(this.boards.get(text.board)!),
      title,
      body,
      isAnonymous: false,
      attachmentIds: [],
      ...parts,
    });
    const viewCount = this.random.between(...VIEWS);
    await inTransaction(this.ctx, (ctx) => ctx.db.update(Thread, { id: thread.id }, { viewCount }));
    return String(thread.id);
  }

  private async buy(
    actor: Actor,
    at: number,
    what: { kind: OrderKind; amountCents: number; threadId?: string; groupId?: string; days?: number },
  ): Promise<void> {
    const ctx = await this.as(actor, at);
    const { id } = await createOrder(ctx, what);
    const payment = { method: PaymentMethod.WALLET, payPassword: DEMO_PAY_PASSWORD };
    await payOrder(ctx, { orderId: String(id), ...payment });
  }

  private groupSales(groupId: number): Deed[] {
    const { fee: amountCents, days } = GROUP;
    const what = { kind: OrderKind.GROUP, groupId: String(groupId), amountCents, days };
    return this.buyers.slice(0, BUYERS_OF_GROUP).map((buyer, index) => ({
      at: this.daysAgo(SALES_SINCE_DAYS * (1 - (index + 1) / (BUYERS_OF_GROUP + 1))),
      run: (at) => this.buy(buyer, at, what),
    }));
  }

  /** Publishes a thread with a price. @returns the purchases and tips that follow, of months */
  private async sell(sold: (typeof SOLD)[number]): Promise<Deed[]> {
    const { priceCents, freePercent } = sold;
    const author = this.one(sold.author);
    const threadId = await this.publish(author, this.daysAgo(SALES_SINCE_DAYS - 1), sold, {
      priceCents,
      freePercent,
    });
    const readers = this.buyers.filter(({ id }) => id !== author.id);
    const moment = () => this.daysAgo(this.random.between(1, SALES_SINCE_DAYS - 2));
    const purchases = this.random.sample(readers, BUYERS_OF_THREAD).map((buyer): Deed => ({
      at: moment(),
      run: (at) => this.buy(buyer, at, { kind: OrderKind.THREAD, threadId, amountCents: priceCents }),
    }));
    const tips = Array.from({ length: TIPS / SOLD.length }, (): Deed => {
      const [buyer, amountCents] = [this.random.pick(readers), this.random.pick(TIP_CENTS)];
      return {
        at: moment(),
        run: (at) => this.buy(buyer, at, { kind: OrderKind.TIP, threadId, amountCents }),
      };
    });
    return [...purchases, ...tips];
  }

  /** Replies of different members, some minutes apart. @returns ids of the replies */
  private async reply(
    threadId: string,
    author: Actor,
    from: number,
    bodies: readonly string[],
  ): Promise<number[]> {
    const readers = this.buyers.filter(({ id }) => id !== author.id);
    const ids: number[] = [];
    for (const [index, reader] of this.random.sample(readers, bodies.length).entries()) {
      const ctx = await this.as(reader, from + (index + 1) * 7 * MINUTE_MS);
      const post = await replyToThread(ctx, { threadId, body: bodies[index]!, attachmentIds: [] });
      ids.push(post.id);
    }
    return ids;
  }

  private async givePacket(packet: (typeof PACKETS)[number]): Promise<void> {
    const { rule, shareCount, amountCents, replies } = packet;
    const author = this.one(packet.author);
    const at = this.daysAgo(0.2);
    const threadId = await this.publish(author, at, packet, {
      redPacket: {
        rule: RedPacketRule[rule],
        claimBy: RedPacketCondition.REPLY,
        likesNeeded: 0,
        shareCount,
        amountCents,
        payPassword: DEMO_PAY_PASSWORD,
      },
    });
    await this.reply(threadId, author, at, replies);
  }

  private async offerBounty(bounty: (typeof BOUNTIES)[number]): Promise<void> {
    const { amountCents, lastsDays, given, replies } = bounty;
    const author = this.one(bounty.author);
    const at = this.daysAgo(0.35);
    const endsAt = new Date(at + lastsDays * DAY_MS);
    const payPassword = DEMO_PAY_PASSWORD;
    const threadId = await this.publish(author, at, bounty, {
      bounty: { amountCents, endsAt, rest: BountyRest.RETURN, payPassword },
    });
    const [first] = await this.reply(threadId, author, at, replies);
    if (given > 0)
      await giveBounty(await this.as(author, at + 90 * MINUTE_MS), {
        postId: String(first),
        amountCents: given,
      });
  }

  private async ask(question: (typeof QUESTIONS)[number]): Promise<void> {
    const { amountCents, answer, onlookers } = question;
    const [author, asked] = [this.one(question.author), this.one(question.asked)];
    const at = this.daysAgo(0.6);
    const threadId = await this.publish(author, at, question, {
      question: {
        userId: String(asked.id),
        amountCents,
        hasOnlookers: onlookers > 0,
        payPassword: DEMO_PAY_PASSWORD,
      },
    });
    if (answer === null) return;
    await answerQuestion(await this.as(asked, at + 60 * MINUTE_MS), { threadId, body: answer });
    const readers = this.buyers.filter(({ id }) => id !== author.id && id !== asked.id);
    for (const [index, reader] of this.random.sample(readers, onlookers).entries()) {
      const what = { kind: OrderKind.ONLOOKER, threadId, amountCents: ONLOOKER_CENTS };
      await this.buy(reader, at + (90 + index) * MINUTE_MS, what);
    }
  }

  private async poll(poll: (typeof POLLS)[number]): Promise<void> {
    const at = this.daysAgo(0.8);
    const threadId = await this.publish(this.one(poll.author), at, poll, {
      poll: {
        options: [...poll.options],
        kind: PollKind[poll.kind],
        isSecret: false,
        resultsVisible: PollResultsVisible.ALWAYS,
        endsAt: new Date(at + 14 * DAY_MS),
      },
    });
    const options = await rows<{ id: number }>(
      this.ctx,
      "SELECT o.id FROM poll_options o JOIN polls p ON p.id = o.pollId WHERE p.threadId = ? ORDER BY o.id",
      [Number(threadId)],
    );
    const several = poll.kind === "MULTIPLE" ? 2 : 1;
    for (const voter of this.random.sample(this.crowd, poll.voters)) {
      const ctx = await this.as(voter, at + this.random.between(1, 1_100) * MINUTE_MS);
      // The earlier options are the more popular ones.
      const choices = Array.from({ length: several }, () => String(this.random.pickSkewed(options).id));
      await voteInPoll(ctx, { threadId, optionIds: [...new Set(choices)] });
    }
  }

  private async talk({ between, lines }: (typeof CHATS)[number]): Promise<void> {
    const pair = between.map((username) => this.one(username)) as [Actor, Actor];
    const from = this.daysAgo(1) + 30 * MINUTE_MS;
    for (const [index, body] of lines.entries()) {
      const [writer, reader] = index % 2 === 0 ? pair : [pair[1], pair[0]];
      await sendMessage(await this.as(writer, from + index * 4 * MINUTE_MS), {
        userId: String(reader.id),
        body,
      });
    }
  }

  private async openRoom(): Promise<void> {
    const from = this.daysAgo(2);
    const members = ROOM.members.map((username) => this.one(username));
    const { id } = await createRoom(await this.as(this.one(ROOM.owner), from), {
      name: ROOM.name,
      userIds: members.map((member) => String(member.id)),
    });
    const roomId = Number(id);
    for (const member of members.slice(0, 2))
      await answerRoomInvitation(await this.as(member, from + MINUTE_MS), { roomId, accept: true });
    for (const [index, [username, body]] of ROOM.lines.entries())
      await sendRoomMessage(await this.as(this.one(username), from + (index + 2) * 5 * MINUTE_MS), {
        roomId: String(roomId),
        body,
      });
  }

  /** Leaves moderators something to decide. */
  private async report(): Promise<void> {
    const posts = await rows<{ id: number }>(
      this.ctx,
      "SELECT p.id FROM posts p WHERE p.threadId = (SELECT MAX(t.id) FROM threads t WHERE t.postCount > 3) ORDER BY p.id LIMIT 2",
    );
    const [first, second] = [this.one("demo_mod_en"), this.one("demo_trial")];
    const reports = [
      [second, ReportReason.SPAM, "回帖里留了微信号"],
      [first, ReportReason.OTHER, "Off topic, and not the first time"],
    ] as const;
    for (const [index, { id }] of posts.entries()) {
      const [reporter, reason, detail] = reports[index]!;
      await reportContent(await this.as(reporter, this.ctx.now.getTime()), {
        postId: String(id),
        reason,
        detail,
      });
    }
  }
}
