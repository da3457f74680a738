import { expect, test } from "vitest";
import { eventSentence } from "../../client/features/messages/rooms/roomEvents.ts";
import { linesOf, readersOf, type RoomMessage } from "../../client/features/messages/rooms/roomLines.ts";
import { roomEventTexts } from "../../client/features/messages/rooms/rooms.texts.ts";

const [ada, bo, cy] = [
  { id: "1", nickname: "Ada" },
  { id: "2", nickname: "Bo" },
  { id: "3", nickname: "Cy" },
];

/** A message of a member, some minutes after the group chat began. */
const message = (
  id: number,
  author: typeof ada,
  minute: number,
  more: Partial<RoomMessage> = {},
): RoomMessage => ({
  id: String(id),
  author,
  isMine: author === ada,
  createdAt: new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString(),
  ...more,
});
const invited = (user: typeof ada): Partial<RoomMessage> => ({
  roomEvent: { kind: "INVITED", user, name: null },
});

test("members that one invites in a row share a line; a face shows once for messages in a row", () => {
  const lines = linesOf([
    message(1, ada, 0, { roomEvent: { kind: "CREATED", user: null, name: "Trip" } }),
    message(2, ada, 0, invited(bo)),
    message(3, ada, 0, invited(cy)),
    message(4, bo, 1),
    message(5, bo, 2),
    message(6, cy, 3),
    message(7, cy, 20),
  ]);
  const shape = lines.map(({ id, hasTime, ...line }) =>
    line.message
      ? [id, hasTime, line.isFollowing]
      : [id, hasTime, line.happening.users.map(({ nickname }) => nickname)],
  );
  expect(shape).toEqual([
    ["1", true, []],
    ["2", false, ["Bo", "Cy"]],
    ["4", false, false],
    ["5", false, true],
    ["6", false, false],
    ["7", true, false],
  ]);
});

test("invitations of two members, or with a pause between them, keep their own lines", () => {
  const lines = linesOf([
    message(1, ada, 0, invited(cy)),
    message(2, bo, 1, invited(ada)),
    message(3, bo, 30, invited(cy)),
  ]);
  expect(lines.map(({ id }) => id)).toEqual(["1", "2", "3"]);
});

const happening = { author: ada, users: [bo], name: "Trip" };

test.each([
  ["CREATED", "1", "You created the group chat", "你创建了群聊"],
  ["INVITED", "2", "Ada invited you", "Ada 邀请了你"],
  ["INVITED", "3", "Ada invited Bo", "Ada 邀请了 Bo"],
  ["JOINED", "3", "Ada joined", "Ada 加入了群聊"],
  ["LEFT", "3", "Ada left", "Ada 退出了群聊"],
  ["REMOVED", "1", "You removed Bo", "你移除了 Bo"],
  ["RENAMED", "3", "Ada named the group chat “Trip”", "Ada 把群聊改名为“Trip”"],
  ["OWNER", "3", "Bo is the owner now", "Bo 成为新群主"],
  ["OWNER", "2", "You are the owner now", "你成为新群主"],
] as const)("%s reads for member %s: %s", (kind, viewerId, en, zh) => {
  expect(eventSentence(roomEventTexts.en, { ...happening, kind }, viewerId)).toBe(en);
  expect(eventSentence(roomEventTexts["zh-CN"], { ...happening, kind }, viewerId)).toBe(zh);
});

test("several invited members are listed, an erased one is somebody", () => {
  const of = (users: (typeof ada)[]) =>
    eventSentence(roomEventTexts.en, { kind: "INVITED", author: bo, users, name: null }, "1");
  expect(of([ada, cy])).toBe("Bo invited you, Cy");
  expect(of([])).toBe("Bo invited somebody");
});

test("a message counts readers among those who were there, without its author and the invited", () => {
  const own = message(10, ada, 5);
  const seat = (
    user: typeof ada,
    readUpTo: string,
    minute: number,
    state: "JOINED" | "INVITED" = "JOINED",
  ) => ({
    user,
    state,
    readUpTo,
    joinedAt: state === "JOINED" ? new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString() : null,
  });
  const dee = { id: "4", nickname: "Dee" };
  const eve = { id: "5", nickname: "Eve" };
  const { reached, readers } = readersOf(own, [
    seat(ada, "10", 0),
    seat(bo, "10", 1),
    seat(cy, "9", 1),
    seat(dee, "11", 6),
    seat(eve, "0", 0, "INVITED"),
  ]);
  expect(reached.map(({ user }) => user.nickname)).toEqual(["Bo", "Cy"]);
  expect(readers.map(({ user }) => user.nickname)).toEqual(["Bo"]);
});
