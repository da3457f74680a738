import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { removeUnusedUploads } from "../../server/features/attachments/cleanup.service.ts";
import { eraseRoomSeats } from "../../server/features/rooms/room.member.service.ts";
import { invalidateSettings } from "../../server/features/settings/setting.service.ts";
import { plain } from "../attachments/material.ts";
import { wrongUnreadCounts } from "../support/countsBySpec.ts";
import { Forum } from "../support/forum.ts";
import { downloadExport } from "../support/memberExport.ts";
import type { Person } from "../support/person.ts";
import {
  answer,
  change,
  createRoom,
  invite,
  linesOf,
  members,
  ROOM,
  roomOf,
  roomsOf,
  say,
  see,
  unreadOf,
} from "./company.ts";

/** Rooms and the rest of the forum: staff, files, reports, exports, the shim, erased accounts. */

const REPORT = `mutation ($id: ID!) { reportMessage(input: { messageId: $id, reason: SPAM, detail: "" }) { id } }`;
const READ = `mutation ($id: ID!) { readReportedMessage(reportId: $id) { body isReported } }`;
const DECIDE = `mutation ($input: DecideReviewInput!) { decideReview(input: $input) }`;
const BAN = `mutation ($id: ID!) { setUserStatus(userId: $id, status: BANNED, reason: "x") { id } }`;

let forum: Forum;
let admin: Person;
let mira: Person;
let tom: Person;
let ines: Person;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
});
afterAll(async () => {
  expect(await wrongUnreadCounts(forum)).toEqual([]);
  await forum.close();
});
beforeEach(async () => void ([mira, tom, ines] = (await members(forum, 3)) as [Person, Person, Person]));

const picture = async (person: Person) =>
  (await person.upload("cat.png", await plain(40, 30).png().toBuffer())).id;

async function setOpen(value: "0" | "1"): Promise<void> {
  await forum.write(async (ctx) => {
    await run(ctx, "DELETE FROM settings WHERE `key` = 'private_messages'");
    await run(ctx, "INSERT INTO settings (tag, `key`, value) VALUES ('default', 'private_messages', ?)", [
      value,
    ]);
  });
  invalidateSettings(forum.app.context());
}

describe("who may not write", () => {
  test("reads on while private messages are off", async () => {
    const id = await roomOf(mira, tom);
    await say(mira, id, "one");
    await setOpen("0");
    try {
      await expect(say(tom, id, "two")).rejects.toMatchObject({ code: "MESSAGES_OFF" });
      await expect(createRoom(mira, "Hikes", [tom])).rejects.toMatchObject({ code: "MESSAGES_OFF" });
      expect(await see(tom, id)).toMatchObject({ refusal: "MESSAGES_OFF", lastMessage: { body: "one" } });
    } finally {
      await setOpen("1");
    }
  });

  test("reads on without the permission", async () => {
    const limited = await forum.limitedMember("dialog.create");
    const id = await roomOf(mira, limited);
    await say(mira, id, "one");

    expect(await see(limited, id)).toMatchObject({ refusal: "FORBIDDEN", lastMessage: { body: "one" } });
    await expect(say(limited, id, "two")).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(invite(limited, id, ines)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test("gets of a room what they get of dialogs once they are banned", async () => {
    const id = await roomOf(mira, tom);
    await admin.graphql(BAN, { id: tom.id });
    const outcome = (document: string) =>
      tom.graphql(document).then(
        () => "ok",
        ({ code }: { code: string }) => code,
      );

    expect(await outcome("{ rooms { nodes { id } } }")).toBe(await outcome("{ dialogs { nodes { id } } }"));
    expect(await outcome(`mutation { sendRoomMessage(input: {roomId: "${id}", body: "x"}) { id } }`)).toBe(
      await outcome(`mutation { sendMessage(input: {userId: "${mira.id}", body: "x"}) { id } }`),
    );
  });
});

describe("who is not in a room", () => {
  test("gets for it what they get for none, staff included", async () => {
    const id = await roomOf(mira, tom);
    const { id: messageId } = await say(mira, id, "kanariinside");
    for (const person of [ines, admin, await forum.moderator()])
      for (const [name, more] of Object.entries({
        renameRoom: { name: "x" },
        muteRoom: { isMuted: true },
        leaveRoom: {},
        inviteToRoom: { userIds: [String(ines.id)] },
        answerRoomInvitation: { accept: true },
        markRoomRead: { messageId },
        removeFromRoom: { userId: String(tom.id) },
        giveRoom: { userId: String(tom.id) },
      }))
        for (const room of [id, "999999"])
          await expect(change(person, name, room, more), name).rejects.toMatchObject({ code: "NOT_FOUND" });
    for (const person of [ines, admin]) {
      await expect(see(person, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
      await expect(say(person, id, "x")).rejects.toMatchObject({ code: "NOT_FOUND" });
      await expect(person.graphql(REPORT, { id: messageId })).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
    expect(forum.logLines.join("")).not.toContain("kanariinside");
  });

  test("does not see its pictures; who joined later neither", async () => {
    const id = await roomOf(mira, tom);
    const sent = await say(mira, id, "", { attachmentId: await picture(mira) });
    const url = sent.picture!.url;
    await invite(mira, id, ines);
    await answer(ines, id);

    for (const person of [mira, tom]) expect((await person.get(url)).status).toBe(200);
    for (const person of [ines, admin, forum.visitor()]) expect((await person.get(url)).status).toBe(404);
    await removeUnusedUploads({ ...forum.app.context(), now: new Date(Date.now() + 3 * 86_400_000) });
    expect((await tom.get(url)).status).toBe(200);
    await change(mira, "removeFromRoom", id, { userId: String(tom.id) });
    expect((await tom.get(url)).status).toBe(404);
    await expect(say(ines, id, "", { attachmentId: "999999" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("a reported message of a room", () => {
  test("is read by staff with those before it that the reporter could read, removed and restored", async () => {
    const id = await roomOf(mira, tom);
    await say(mira, id, "before Ines");
    await invite(mira, id, ines);
    await answer(ines, id);
    await say(tom, id, "context");
    const { id: messageId } = await say(tom, id, "something nasty");
    const report = (await ines.graphql(REPORT, { id: messageId })).reportMessage.id as string;

    expect((await admin.graphql(READ, { id: report })).readReportedMessage).toEqual([
      { body: "context", isReported: false },
      { body: "something nasty", isReported: true },
    ]);
    await admin.graphql(DECIDE, { input: { key: `r${report}`, decision: "DELETE", reason: "Harassment" } });
    const line = { id: messageId, body: "", isRemoved: true };
    for (const person of [mira, tom, ines])
      expect((await see(person, id)).messages.nodes[0]).toMatchObject(line);
    await admin.graphql(`mutation ($key: ID!) { undoReview(key: $key) }`, { key: `r${report}` });
    expect((await see(ines, id)).lastMessage).toMatchObject({ body: "something nasty", isRemoved: false });
  });

  test("outlives its room, and all else of that is deleted", async () => {
    const id = await roomOf(mira, tom);
    await say(tom, id, "harmless");
    const { id: messageId } = await say(tom, id, "nasty");
    const report = (await mira.graphql(REPORT, { id: messageId })).reportMessage.id as string;
    await change(mira, "leaveRoom", id);
    await change(tom, "leaveRoom", id);
    await forum.app.clock.runAll(["deleteEmptyRooms"]);

    expect(await forum.rows(`SELECT m.body FROM messages m WHERE m.roomId = ${id}`)).toEqual([
      { body: "nasty" },
    ]);
    expect((await admin.graphql(READ, { id: report })).readReportedMessage).toMatchObject([
      { body: "nasty" },
    ]);
  });

  test("is no event, since nobody wrote it", async () => {
    const id = await roomOf(mira, tom);
    const { newestMessageId } = await see(mira, id);
    await expect(mira.graphql(REPORT, { id: newestMessageId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

test("old clients see no room, and the dialogs that they had", async () => {
  await tom.graphql(`mutation { sendMessage(input: {userId: "${mira.id}", body: "private"}) { id } }`);
  const dialogs = () => mira.rest("GET", "/api/v3/dialog");
  const counts = () => mira.rest("GET", "/api/v3/unreadnotification");
  const [before, countsBefore] = [await dialogs(), await counts()];
  const id = await roomOf(tom, mira);
  await say(tom, id, "kanariroom");
  await forum.delivered();

  expect((await dialogs()).Data).toEqual(before.Data);
  expect((await counts()).Data).toMatchObject({
    dialogNotifications: (countsBefore.Data as { dialogNotifications: number }).dialogNotifications,
  });
  expect(await unreadOf(mira)).toBe(2);
});

test("lists and messages cost the same number of statements, however many rooms and members there are", async () => {
  const list = (person: Person) => () => roomsOf(person);
  const [small, big] = [await roomOf(mira, tom), await roomOf(ines, ...(await members(forum, 49)))];
  const sending = await forum.countSettled(() => say(mira, small, "x"));
  const one = await forum.countSettled(list(tom));
  const page = () => tom.get("/message?page=index");
  const pageOfOne = await forum.countSettled(page);
  expect(await forum.countSettled(() => say(ines, big, "x"))).toBe(sending);

  const others = await members(forum, 19);
  for (const other of others) {
    const id = await roomOf(other, tom);
    await say(other, id, "x");
  }
  expect(await roomsOf(tom)).toHaveLength(20);
  expect(await forum.countSettled(list(tom))).toBe(one);
  expect((await page()).text).toContain(others[0]!.nickname);
  expect(await forum.countSettled(page)).toBe(pageOfOne);
  const messages = (id: string) => () =>
    tom.graphql(`{ room(id: "${id}") { ${ROOM} messages { nodes { body author { id } isFromBlocked } } } }`);
  const few = await forum.countSettled(messages(small));
  for (let n = 0; n < 15; n++) await say(n % 2 ? tom : mira, small, `m${n}`);
  expect(await forum.countSettled(messages(small))).toBe(few);
});

test("a member whose account is erased leaves their rooms, and is followed", async () => {
  const [own, invited, alone] = [
    await roomOf(mira, tom, ines),
    await createRoom(tom, "Later", [mira]),
    await createRoom(mira, "Nobody came", [ines]),
  ];
  await eraseRoomSeats.erase(forum.app.context(), mira.id);

  expect(await see(tom, own)).toMatchObject({ owner: { id: String(tom.id) }, memberCount: 2 });
  expect((await linesOf(tom, own)).slice(-2)).toEqual(["LEFT", "OWNER"]);
  expect((await see(tom, invited)).members).toHaveLength(1);
  expect((await roomsOf(ines)).map(({ id }) => id)).toEqual([own]);
  expect(await forum.rows(`SELECT r.id FROM rooms r WHERE r.id = ${alone}`)).toEqual([]);
  expect(await forum.rows(`SELECT s.roomId FROM room_members s WHERE s.userId = ${mira.id}`)).toEqual([]);
  await eraseRoomSeats.erase(forum.app.context(), mira.id);
});

test("the export of a member has their rooms and what they wrote there, and nothing of others", async () => {
  const id = await roomOf(mira, tom);
  await say(mira, id, "kanariother");
  await say(tom, id, "my own words");
  await tom.graphql(`mutation { sendMessage(input: {userId: "${mira.id}", body: "in private"}) { id } }`);

  const { other, text, records } = await downloadExport(tom);
  expect(other.groupChats).toMatchObject([{ roomId: Number(id), state: "JOINED" }]);
  expect(other.groupChatMessages).toMatchObject([{ roomId: Number(id), body: "my own words" }]);
  expect(records("messages").map(({ body }) => body)).toEqual(["in private"]);
  expect(text).not.toContain("kanariother");
});
