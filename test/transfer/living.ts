import { seedInto } from "../../server/cli/seed.ts";
import { insert } from "../../server/core/write.ts";
import { ForeignScheme } from "../../server/features/auth/passwords/foreignPassword.entity.ts";
import { storeForeignPasswords } from "../../server/features/auth/passwords/foreignPassword.service.ts";
import { sealForeignPassword } from "../../server/features/auth/passwords/foreignSeal.ts";
import { WechatAccount } from "../../server/features/auth/wechat/wechatAccount.entity.ts";
import { ChannelAddress } from "../../server/features/notifications/delivery/addresses/address.entity.ts";
import { NotificationChannel } from "../../server/features/notifications/templates/channel.view.ts";
import { FormerSource } from "../../server/features/old-addresses/oldAddress.entity.ts";
import {
  recordOldAddresses,
  setFormerForum,
} from "../../server/features/old-addresses/oldAddress.service.ts";
import { SignInAnswer } from "../../server/features/sign-in-fields/field.entity.ts";
import { plain } from "../attachments/material.ts";
import { award, offer, offererOf } from "../bounties/offers.ts";
import { createCode, INVITING, register } from "../invitations/inviting.ts";
import { give } from "../money/books.ts";
import { order, pay, PIN, sell, setPin, TRADING } from "../money/shop.ts";
import { askerOf, startPoll, vote } from "../polls/polling.ts";
import {
  answer as answerQuestion,
  ask,
  askerOf as buyerOf,
  lookOn,
  setOnlookerPrice,
} from "../questions/asking.ts";
import { givePacket, giverOf } from "../red-packets/packets.ts";
import { answer, change, invite, members, roomOf, say, see } from "../rooms/company.ts";
import type { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, reply } from "../threads/content.ts";

/** Text behind the price of a thread. */
export const SOLD = "The secret is time, and a warm corner. 🍞";
/** A setting that no copy may hold. */
export const SECRET = "hunter2-at-the-mail-server";

/** Password of a member who came from UCenter, and its `md5(md5(password) + salt)`. */
export const OLD_PASSWORD = "baguette";
const OLD_HASH = "f74bb7bd0b8b4e044a02f2b18416a286";
const OLD_SALT = "abcdef";

/** People and things of a living forum that tests look at. */
export interface Life {
  readonly admin: Person;
  readonly ada: Person;
  readonly bo: Person;
  /** Has not signed in since the community came from UCenter. */
  readonly cy: Person;
  readonly soldId: string;
  /** Secret of a token of ada. */
  readonly token: string;
}

/** Fills a forum with the demo community and with one of everything that members do. */
export async function live(forum: Forum): Promise<Life> {
  await seedInto(forum.app, { force: false, threads: 30, textsOnly: true, tell: () => undefined });
  const admin = await forum.admin();
  const ada = await forum.member(
    ...TRADING,
    INVITING,
    "cash.create",
    "thread.insertPay",
    "thread.insertGoods",
  );
  const bo = await forum.member(...TRADING);
  await write(forum, admin, ada, bo);
  await meet(forum, admin, ada, bo);
  const cy = await forum.member();
  await keepData(forum, admin, ada, cy);
  const soldId = await trade(forum, admin, ada, bo);
  const token = await guard(admin, ada);
  await forum.delivered();
  return { admin, ada, bo, cy, soldId, token };
}

async function picture(person: Person, kind: "image" | "avatar" | "goods" = "image"): Promise<string> {
  return (await person.upload("cat.png", await plain(640, 480).png().toBuffer(), kind)).id;
}

/** Goods with a picture of their own. */
async function goodsOf(author: Person): Promise<object> {
  const imageId = await picture(author, "goods");
  return { title: "Kettle", url: "https://shop.example/1", priceCents: 19_900, shopName: "Pots", imageId };
}

/** Threads with pictures, comments, reactions, a draft, replies that move away, and a thread that is deleted. */
async function write(forum: Forum, admin: Person, ada: Person, bo: Person): Promise<void> {
  const categoryId = await forum.categoryId();
  const attachmentIds = [await picture(ada)];
  const thread = await publish(ada, { categoryId, title: "猫 #cats", body: "你好 #cats#", attachmentIds });
  const first = await reply(bo, thread.id, { body: "Which one? 𝒳" });
  await reply(ada, thread.id, { body: "The left one.", replyToPostId: first.id });
  await reply(bo, thread.id, { body: "Off topic." });
  await bo.graphql(`mutation ($id: ID!) { setPostLiked(postId: $id, liked: true) { id } }`, { id: first.id });
  await bo.graphql(`mutation ($id: ID!) { setThreadReaction(threadId: $id, emoji: "") { id } }`, {
    id: thread.id,
  });
  const { createBookmarkFolder: folder } = await bo.graphql(
    `mutation { createBookmarkFolder(name: "Later 📌") { id } }`,
  );
  const remindAt = new Date(Date.now() + 30 * 86_400_000).toISOString();
  await bo.graphql(`mutation ($input: SetBookmarkInput!) { setBookmark(input: $input) { id } }`, {
    input: { threadId: thread.id, note: "Bring a hat 🎩", folderId: folder.id, remindAt },
  });
  await bo.graphql(
    `mutation ($id: ID!) { setWatchLevel(target: THREAD, targetId: $id, level: WATCHING) { level } }`,
    { id: thread.id },
  );
  await admin.graphql(`mutation ($input: SplitThreadInput!) { splitThread(input: $input) { id } }`, {
    input: { threadId: thread.id, title: "Off topic", numbers: [2] },
  });
  const pollId = await startPoll(forum, await askerOf(forum), {
    kind: "RANKED",
    endsAt: "2027-06-01T12:00:00.000Z",
  });
  await vote(ada, pollId, "Soup", "Rice");
  await vote(bo, pollId, "Rice");
  await publish(ada, { categoryId, title: "A kettle", goods: await goodsOf(ada) });
  const doomed = await publish(bo, { categoryId, title: "A mistake" });
  await admin.graphql(`mutation ($id: ID!) { deleteThread(threadId: $id) { id } }`, { id: doomed.id });
  await ada.graphql(`mutation ($input: SaveDraftInput!) { saveDraft(input: $input) { id } }`, {
    input: {
      ...{ title: "Later", body: "Not yet", attachmentIds: [await picture(ada)] },
      gifts: { goods: { title: "A cup", url: "https://shop.example/2", price: "1", shopName: "" } },
    },
  });
}

/** Avatars, follows, blocks, messages, invitations and stop words. */
async function meet(forum: Forum, admin: Person, ada: Person, bo: Person): Promise<void> {
  await ada.graphql(`mutation ($i: UpdateProfileInput!) { updateProfile(input: $i) { id } }`, {
    i: { avatarId: await picture(ada, "avatar"), signature: "Breadmaker" },
  });
  await bo.graphql(`mutation ($id: ID!) { followUser(userId: $id) { id } }`, { id: ada.id });
  await bo.graphql(`mutation ($id: ID!) { blockUser(userId: $id) { id } }`, { id: admin.id });
  await chat(forum, admin, ada, bo);
  await ada.graphql(`mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id } }`, {
    input: { userId: bo.id, body: "明天见 🐉", attachmentId: await picture(ada) },
  });
  await admin.graphql(`mutation { importStopWords(lines: ["casino=chess"], overwrite: true) { created } }`);
}

/** A group chat with members who joined, who muted it, who are invited, who declined and who left. */
async function chat(forum: Forum, admin: Person, ada: Person, bo: Person): Promise<void> {
  const [mo, no, ex] = await members(forum, 3);
  const roomId = await roomOf(ada, bo, mo!, ex!);
  await say(ada, roomId, "Flour is cheap today 🌾");
  await change(bo, "markRoomRead", roomId, { messageId: (await see(bo, roomId)).newestMessageId });
  await change(ada, "renameRoom", roomId, { name: "Bakers 🥖" });
  await change(mo!, "muteRoom", roomId, { isMuted: true });
  await change(ex!, "leaveRoom", roomId);
  await invite(ada, roomId, no!, admin);
  await answer(no!, roomId, false);
  await say(mo!, roomId, "Where?", { attachmentId: await picture(mo!) });
  await say(ada, roomId, "At the mill.");
}

/** Addresses, an account of WeChat, and an answer to a sign-in field, as other stories make them by their doors. */
async function keepData(forum: Forum, admin: Person, ada: Person, cy: Person): Promise<void> {
  await admin.graphql(
    `mutation { saveSignInFields(fields: [{name: "City", kind: TEXT, sort: 1, required: false}]) { id } }`,
  );
  const sealed = await sealForeignPassword(ForeignScheme.UCENTER, OLD_HASH, OLD_SALT);
  await forum.write(async (ctx) => {
    const createdAt = ctx.now;
    const own = { userId: ada.id, createdAt };
    await insert(ctx, WechatAccount, { ...own, app: "wx1", subject: "o-ada", nickname: "阿达" });
    const answer = {
      type: 0,
      fieldsExt: "Oslo",
      fieldsDesc: "",
      remark: "",
      sort: 1,
      status: 3,
      required: false,
    };
    await setFormerForum(ctx, { source: FormerSource.PHPBB, postsPerPage: 10, basePath: "/board" });
    await recordOldAddresses(ctx, [{ url: "/about.html", target: "/user/1" }]);
    await storeForeignPasswords(ctx, [{ userId: cy.id, ...sealed! }]);
    await insert(ctx, SignInAnswer, { ...own, name: "City", ...answer, updatedAt: createdAt });
    for (const [channel, address] of [
      [NotificationChannel.EMAIL, "ada@example.org"],
      [NotificationChannel.PUSH, ""],
    ] as const)
      await ctx.db.insert(ChannelAddress, {
        ...{ userId: ada.id, channel, address, addressKey: address || null, verifiedAt: createdAt },
        ...{ pendingAddress: "", failures: 0 },
      });
  });
}

/** A thread that is bought, a red packet that is claimed, a bounty, a question, an invitation and a withdrawal. */
async function trade(forum: Forum, admin: Person, ada: Person, bo: Person): Promise<string> {
  for (const person of [ada, bo]) {
    await give(forum, person, 100_000);
    await setPin(person);
  }
  const soldId = await sell(forum, ada, { body: `Flour and water.\n\n${SOLD}`, freePercent: 30 });
  await pay(bo, (await order(bo, soldId)).id);
  const packetId = await givePacket(forum, await giverOf(forum));
  await reply(bo, packetId);
  const offerer = await offererOf(forum);
  const bountyId = await offer(forum, offerer);
  await award(offerer, (await reply(bo, bountyId)).id, 100);
  await setOnlookerPrice(admin, "1");
  const questionId = await ask(forum, await buyerOf(forum), ada);
  await answerQuestion(ada, questionId, "With patience.");
  await pay(bo, (await lookOn(bo, questionId)).id);
  await register(forum, (await createCode(ada)).code);
  await ada.graphql(
    `mutation ($input: RequestWithdrawalInput!) { requestWithdrawal(input: $input) { id } }`,
    {
      input: { amountCents: 5_000, receiveAccount: "Bank 12 34", payPassword: PIN },
    },
  );
  return soldId;
}

/** Makes what no copy may hold: a token, and a secret setting. @returns the secret of the token */
async function guard(admin: Person, ada: Person): Promise<string> {
  await admin.graphql(`mutation ($e: [SettingInput!]!) { saveSettings(entries: $e) { id } }`, {
    e: [
      { tag: "mail", key: "smtp_password", value: SECRET },
      { tag: "mail", key: "smtp_host", value: "mail.example.org" },
    ],
  });
  const create = `mutation { createAccessToken(input: { name: "Bot", areas: [FORUM] }) { secret } }`;
  return (await ada.graphql(create)).createAccessToken.secret as string;
}
