import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { checkUnreadCounts } from "../../server/features/unread/repair.service.ts";
import { wrongUnreadCounts } from "../support/countsBySpec.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import {
  answer,
  change,
  createRoom,
  invite,
  linesOf,
  members,
  roomOf,
  roomsOf,
  say,
  see,
  unreadOf,
} from "./company.ts";

let forum: Forum;
let mira: Person;
let tom: Person;
let ines: Person;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(async () => {
  expect(await wrongUnreadCounts(forum)).toEqual([]);
  expect(await checkUnreadCounts(forum.app.context())).toEqual([]);
  await forum.close();
});
beforeEach(async () => void ([mira, tom, ines] = (await members(forum, 3)) as [Person, Person, Person]));

describe("an invitation", () => {
  test("shows name, owner and number of members, and nothing more, until it is accepted", async () => {
    const id = await createRoom(mira, "  Weekend\nhikes ", [tom]);
    await say(mira, id, "a secret");

    expect(await roomsOf(tom)).toEqual([
      expect.objectContaining({
        name: "Weekend hikes",
        owner: { id: String(mira.id) },
        invitedBy: { id: String(mira.id) },
        memberCount: 1,
        state: "INVITED",
        unread: 1,
        lastMessage: null,
        members: [],
        refusal: "NOT_FOUND",
      }),
    ]);
    expect((await see(tom, id)).messages.nodes).toEqual([]);
    await expect(say(tom, id, "hi")).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await unreadOf(tom)).toBe(1);
    const notifications = `{ notifications(entry: ACCOUNT) { nodes { kind roomId text } } }`;
    await forum.delivered();
    expect((await tom.graphql(notifications)).notifications.nodes[0]).toEqual({
      kind: "room.invited",
      roomId: id,
      text: expect.stringContaining("Weekend hikes"),
    });
  });

  test("is accepted: the member reads from then on and writes", async () => {
    const id = await createRoom(mira, "Hikes", [tom]);
    await say(mira, id, "before");
    expect(await answer(tom, id)).toMatchObject({
      state: "JOINED",
      memberCount: 2,
      unread: 0,
      refusal: null,
    });
    await say(mira, id, "after");
    await say(tom, id, "hello");

    expect(await linesOf(tom, id)).toEqual(["JOINED", "after", "hello"]);
    expect(await linesOf(mira, id)).toEqual(["CREATED", "before", "JOINED", "after", "hello"]);
    expect((await see(tom, id, (await see(tom, id)).messages.nodes[1]!.id)).messages.nodes).toMatchObject([
      { body: "hello", isMine: true },
    ]);
    expect(await answer(tom, id)).toMatchObject({ state: "JOINED" });
  });

  test("is declined: the room is gone, and the same member may not ask again for a day", async () => {
    const id = await roomOf(mira, ines);
    await invite(mira, id, tom);
    expect(await answer(tom, id, false)).toBeNull();

    expect([await roomsOf(tom), await unreadOf(tom)]).toEqual([[], 0]);
    await expect(see(tom, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(answer(tom, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(invite(mira, id, tom)).rejects.toMatchObject({
      code: "INVALID_PARAMETER",
      message: expect.stringContaining(tom.nickname),
    });
    expect((await invite(ines, id, tom)).members).toHaveLength(3);
    await answer(tom, id, false);
    await forum.write((ctx) =>
      run(ctx, "UPDATE room_members SET declinedAt = ?, invitedById = ? WHERE userId = ?", [
        new Date(Date.now() - 25 * 3_600_000),
        mira.id,
        tom.id,
      ]),
    );
    expect((await invite(mira, id, tom)).members).toHaveLength(3);
  });

  test.each([
    ["nobody", (): Person[] => [], "INVALID_PARAMETER"],
    ["oneself", (): Person[] => [mira], "CANNOT_MESSAGE_SELF"],
    ["who does not exist", (): Person[] => [{ id: 999999 } as Person], "NOT_FOUND"],
  ])("of %s is refused", async (_who, whom, code) => {
    await expect(createRoom(mira, "Hikes", whom())).rejects.toMatchObject({ code });
    expect(await roomsOf(mira)).toEqual([]);
  });

  test("needs what writing to each member needs, and the error names the member", async () => {
    await tom.graphql(`mutation ($id: ID!) { blockUser(userId: $id) { id } }`, { id: mira.id });
    const error = { code: "BLOCKED_YOU", message: expect.stringContaining(tom.nickname) };
    await expect(createRoom(mira, "Hikes", [ines, tom])).rejects.toMatchObject(error);
    await ines.graphql(`mutation { savePrivacy(input: {messagesFrom: NOBODY}) { id } }`);
    await expect(createRoom(mira, "Hikes", [ines])).rejects.toMatchObject({ code: "MESSAGES_REFUSED" });
    const id = await roomOf(mira, await forum.member());
    await expect(invite(mira, id, tom)).rejects.toMatchObject({ code: "BLOCKED_YOU" });
  });

  test.each([
    ["", "INVALID_PARAMETER"],
    [" \u200b ", "INVALID_PARAMETER"],
    ["x".repeat(51), "INVALID_PARAMETER"],
  ])("to a room named %j is refused", async (name, code) => {
    await expect(createRoom(mira, name, [tom])).rejects.toMatchObject({ code });
  });

  test("sent twice with one key creates one room", async () => {
    const ids = await Promise.all(["k", "k"].map((key) => createRoom(mira, "Hikes", [tom], key)));
    expect(new Set(ids).size).toBe(1);
    expect([await roomsOf(mira), await unreadOf(tom)]).toMatchObject([[{ id: ids[0] }], 1]);
  });
});

describe("members of a room", () => {
  test("see what is unread, and up to where each has read", async () => {
    const id = await roomOf(mira, tom, ines);
    const first = await say(mira, id, "one");
    const last = await say(ines, id, "two");

    expect([await unreadOf(tom), await unreadOf(mira), await unreadOf(ines)]).toEqual([2, 1, 1]);
    expect(await change(tom, "markRoomRead", id, { messageId: first.id })).toMatchObject({ unread: 1 });
    await change(tom, "markRoomRead", id, { messageId: "999999999" });
    expect(await change(tom, "markRoomRead", id, { messageId: first.id })).toMatchObject({ unread: 0 });
    expect(await unreadOf(tom)).toBe(0);
    const seats = (await see(mira, id)).members;
    expect(seats.map(({ user, isOwner }) => [user.id, isOwner])).toEqual([
      [String(mira.id), true],
      [String(tom.id), false],
      [String(ines.id), false],
    ]);
    expect(seats[1]!.readUpTo).toBe(last.id);
  });

  test("mute it: it counts in no total, and again when they end that", async () => {
    const id = await roomOf(mira, tom);
    await say(mira, id, "one");
    expect(await change(tom, "muteRoom", id, { isMuted: true })).toMatchObject({ isMuted: true, unread: 1 });
    await say(mira, id, "two");

    expect(await unreadOf(tom)).toBe(0);
    expect(await roomsOf(tom)).toMatchObject([{ unread: 2, isMuted: true }]);
    await change(tom, "muteRoom", id, { isMuted: false });
    expect(await unreadOf(tom)).toBe(2);
  });

  test("find the rooms with the newest messages first", async () => {
    const [old, fresh] = [await roomOf(mira, tom), await roomOf(mira, tom)];
    await say(mira, old, "newest");
    await createRoom(ines, "Invitation", [tom]);

    expect((await roomsOf(tom)).map(({ name, id }) => (name === "Hikes" ? id : name))).toEqual([
      "Invitation",
      old,
      fresh,
    ]);
    const page = `{ rooms(first: 2) { nodes { id } pageInfo { endCursor hasNextPage } } }`;
    const { pageInfo } = (await tom.graphql(page)).rooms;
    const next = `query ($a: String!) { rooms(first: 2, after: $a) { nodes { id } } }`;
    expect((await tom.graphql(next, { a: pageInfo.endCursor })).rooms.nodes).toEqual([{ id: fresh }]);
  });

  test("are renamed, removed and followed by the owner alone", async () => {
    const id = await roomOf(mira, tom, ines);
    for (const [name, more] of [
      ["renameRoom", { name: "Mine" }],
      ["removeFromRoom", { userId: String(ines.id) }],
      ["giveRoom", { userId: String(tom.id) }],
    ] as const)
      await expect(change(tom, name, id, more)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await say(mira, id, "one");
    expect(await change(mira, "renameRoom", id, { name: "Walks" })).toMatchObject({ name: "Walks" });
    await change(mira, "removeFromRoom", id, { userId: String(ines.id) });

    expect([await roomsOf(ines), await unreadOf(ines)]).toEqual([[], 0]);
    await expect(see(ines, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(say(ines, id, "hi")).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await change(mira, "giveRoom", id, { userId: String(tom.id) })).toMatchObject({
      owner: { id: String(tom.id) },
    });
    const events = (await see(tom, id)).messages.nodes.flatMap(({ roomEvent }) => roomEvent ?? []);
    expect(events.slice(0, 3)).toEqual([
      { kind: "OWNER", name: null, user: { id: String(tom.id) } },
      { kind: "REMOVED", name: null, user: { id: String(ines.id) } },
      { kind: "RENAMED", name: "Walks", user: null },
    ]);
  });

  test("follow an owner who leaves, first who joined first; with the last one all is deleted", async () => {
    const id = await createRoom(mira, "Hikes", [tom, ines]);
    await answer(ines, id);
    await answer(tom, id);
    const late = await forum.member();
    await invite(ines, id, late);
    await say(tom, id, "good bye");
    await change(mira, "leaveRoom", id);

    expect(await see(tom, id)).toMatchObject({ owner: { id: String(ines.id) }, memberCount: 2 });
    expect((await linesOf(tom, id)).slice(-2)).toEqual(["LEFT", "OWNER"]);
    await expect(see(mira, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await change(tom, "leaveRoom", id);
    await change(ines, "leaveRoom", id);
    expect([await roomsOf(late), await unreadOf(late)]).toEqual([[], 0]);
    expect(await forum.rows(`SELECT m.id FROM messages m WHERE m.roomId = ${id}`)).toEqual([]);
    expect(await forum.rows(`SELECT r.id FROM rooms r WHERE r.id = ${id}`)).toEqual([]);
  });

  test("send one message for one key, however often it comes", async () => {
    const id = await roomOf(mira, tom);
    const sent = await Promise.all([1, 2, 3].map(() => say(mira, id, "once", { clientKey: "k1" })));

    expect(new Set(sent.map((message) => message.id)).size).toBe(1);
    expect(await unreadOf(tom)).toBe(1);
  });

  test("find messages of whom they block folded, and nobody is removed by it", async () => {
    const id = await roomOf(mira, tom, ines);
    await tom.graphql(`mutation ($id: ID!) { blockUser(userId: $id) { id } }`, { id: mira.id });
    await say(mira, id, "kanariblocked");

    const { messages, lastMessage, members: seats } = await see(tom, id);
    expect(messages.nodes[0]).toMatchObject({
      body: "",
      isFromBlocked: true,
      author: { id: String(mira.id) },
    });
    expect([lastMessage, (await roomsOf(tom))[0]!.lastMessage]).toMatchObject([
      { body: "", isFromBlocked: true },
      { body: "", isFromBlocked: true },
    ]);
    expect(seats).toHaveLength(3);
    expect((await see(ines, id)).messages.nodes[0]).toMatchObject({
      body: "kanariblocked",
      isFromBlocked: false,
    });
  });
});

describe("limits", () => {
  test("invitations at once never exceed fifty seats", async () => {
    const others = await members(forum, 55);
    const id = await roomOf(mira, tom);
    const results = await Promise.allSettled(others.map((other, n) => invite(n % 2 ? mira : tom, id, other)));

    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(48);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "INVALID_PARAMETER" });
    expect((await see(mira, id)).members).toHaveLength(50);
    await expect(createRoom(mira, "Big", others.slice(0, 50))).rejects.toMatchObject({
      code: "INVALID_PARAMETER",
    });
  });

  test("messages of all members at once are all counted", async () => {
    const others = await members(forum, 9);
    const id = await roomOf(mira, ...others);
    await Promise.all(
      [mira, ...others].flatMap((person) => [1, 2, 3, 4, 5].map((n) => say(person, id, `m${n}`))),
    );

    expect(await Promise.all([mira, ...others].map(unreadOf))).toEqual(Array(10).fill(45));
    expect((await linesOf(mira, id)).filter((line) => /^m\d$/.test(line))).toHaveLength(50);
  });

  test("a member owns twenty rooms at most, also by being given one", async () => {
    for (let n = 0; n < 20; n++) await createRoom(mira, `Room ${n}`, [tom]);
    await expect(createRoom(mira, "One more", [tom])).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
    const id = await roomOf(tom, mira);
    await expect(change(tom, "giveRoom", id, { userId: String(mira.id) })).rejects.toMatchObject({
      code: "INVALID_PARAMETER",
    });
  });
});
