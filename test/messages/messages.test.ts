import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { removeUnusedUploads } from "../../server/features/attachments/cleanup.service.ts";
import { invalidateSettings } from "../../server/features/settings/setting.service.ts";
import { lockList } from "../../server/features/stop-words/list.service.ts";
import { buildFilter } from "../../server/features/stop-words/filter/filter.service.ts";
import { plain } from "../attachments/material.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

const SEND = `mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id body isMine picture { url } } }`;
const DIALOGS = `{ dialogs { nodes { id unread peer { nickname } lastMessage { body isMine } } } }`;
const DIALOG = `query ($id: ID!, $since: ID) { dialog(userId: $id) { unread refusal peerReadUpTo peer { nickname }
  messages(first: 50, since: $since) { nodes { id body isMine author { id } picture { url thumbUrl } } } } }`;
const READ = `mutation ($id: ID!) { markDialogRead(userId: $id) { unread } }`;
const DELETE = `mutation ($id: ID!) { deleteDialog(userId: $id) }`;

let forum: Forum;
let ada: Person;
let bo: Person;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(() => forum.close());
beforeEach(async () => void ([ada, bo] = [await forum.member(), await forum.member()]));

const send = async (from: Person, to: Person, body: string, more: object = {}) =>
  (await from.graphql(SEND, { input: { userId: to.id, body, ...more } })).sendMessage as { id: string };
const dialogsOf = async (person: Person) => (await person.graphql(DIALOGS)).dialogs.nodes as { id: string }[];
const between = async (person: Person, peer: Person, since?: string) =>
  (await person.graphql(DIALOG, { id: peer.id, since })).dialog;
const unreadOf = async (person: Person): Promise<number> =>
  (await person.graphql(`{ unreadCounts { dialogMessage } }`)).unreadCounts.dialogMessage;

describe("two members", () => {
  test("write to each other, and each sees what the other has read", async () => {
    await send(ada, bo, "Hello Bo");
    const last = await send(ada, bo, "Are you there? 😀");

    expect(await unreadOf(bo)).toBe(2);
    expect(await dialogsOf(bo)).toEqual([
      {
        id: String(ada.id),
        unread: 2,
        peer: { nickname: ada.nickname },
        lastMessage: { body: "Are you there? 😀", isMine: false },
      },
    ]);
    expect((await between(ada, bo)).peerReadUpTo).toBe("0");
    expect((await bo.graphql(READ, { id: ada.id })).markDialogRead.unread).toBe(0);
    expect(await unreadOf(bo)).toBe(0);
    const seen = await between(ada, bo);
    expect(seen.peerReadUpTo).toBe(last.id);
    expect(seen.messages.nodes.map(({ body }: { body: string }) => body)).toEqual([
      "Are you there? 😀",
      "Hello Bo",
    ]);
    expect(await unreadOf(ada)).toBe(0);
  });

  test("ask only for what came since", async () => {
    const first = await send(ada, bo, "one");
    await send(bo, ada, "two");

    expect((await between(ada, bo, first.id)).messages.nodes).toMatchObject([{ body: "two", isMine: false }]);
  });

  test("put a dialog away for themselves alone; a new message begins it anew", async () => {
    await send(ada, bo, "old");
    await bo.graphql(DELETE, { id: ada.id });

    expect(await dialogsOf(bo)).toEqual([]);
    expect(await unreadOf(bo)).toBe(0);
    expect((await between(bo, ada)).messages.nodes).toEqual([]);
    expect((await between(ada, bo)).messages.nodes).toMatchObject([{ body: "old" }]);

    await send(ada, bo, "new");
    expect(await dialogsOf(bo)).toMatchObject([{ unread: 1, lastMessage: { body: "new" } }]);
    expect((await between(bo, ada)).messages.nodes).toMatchObject([{ body: "new" }]);
  });

  test("send once what they send again after a lost answer, even at the same moment", async () => {
    const input = { clientKey: "c-1" };
    const [one, two] = await Promise.all([send(ada, bo, "Hi", input), send(ada, bo, "Hi", input)]);

    expect(two.id).toBe(one.id);
    expect((await send(ada, bo, "Hi", input)).id).toBe(one.id);
    expect(await unreadOf(bo)).toBe(1);
  });

  test("who have never written see an empty dialog, and may begin", async () => {
    expect(await between(ada, bo)).toMatchObject({
      refusal: null,
      peer: { nickname: bo.nickname },
      messages: { nodes: [] },
    });
    expect(await dialogsOf(ada)).toEqual([]);
  });
});

describe("refused is", () => {
  test.each([
    ["an empty message", { body: "  \n " }, "INVALID_PARAMETER"],
    ["451 characters", { body: "信".repeat(451) }, "INVALID_PARAMETER"],
    ["nothing but a NUL", { body: "\u0000" }, "INVALID_PARAMETER"],
    ["an unknown recipient", { userId: "999999" }, "NOT_FOUND"],
    ["an id that is none", { userId: "1abc" }, "INVALID_PARAMETER"],
    ["a picture that does not exist", { attachmentId: "999999" }, "NOT_FOUND"],
  ])("%s", async (_what, change, code) => {
    const input = { userId: String(bo.id), body: "Hi", ...change };
    await expect(ada.graphql(SEND, { input })).rejects.toMatchObject({ code });
    expect(await dialogsOf(ada)).toEqual([]);
  });

  test("a message to oneself", async () => {
    await expect(send(ada, ada, "me")).rejects.toMatchObject({
      code: "CANNOT_MESSAGE_SELF",
      legacyCode: -4001,
    });
  });

  test("a message past a block, in either direction, before it is answered", async () => {
    await ada.graphql(`mutation ($id: ID!) { blockUser(userId: $id) { id } }`, { id: bo.id });

    await expect(send(ada, bo, "x")).rejects.toMatchObject({ code: "BLOCKED_BY_YOU" });
    await expect(send(bo, ada, "x")).rejects.toMatchObject({ code: "BLOCKED_YOU" });
    expect((await between(bo, ada)).refusal).toBe("BLOCKED_YOU");
  });

  test("a message without dialog.create", async () => {
    const quiet = await forum.limitedMember("dialog.create");
    await expect(send(quiet, bo, "x")).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test("every message while the site has switched them off, with the number that old clients know", async () => {
    const set = (value: string) =>
      forum.write(async (ctx) => {
        await run(ctx, "DELETE FROM settings WHERE `key` = 'private_messages'");
        await run(ctx, "INSERT INTO settings (tag, `key`, value) VALUES ('default', 'private_messages', ?)", [
          value,
        ]);
        invalidateSettings(ctx);
      });
    await set("0");
    await expect(send(ada, bo, "x")).rejects.toMatchObject({ code: "MESSAGES_OFF", legacyCode: -11000 });
    await set("1");
    await send(ada, bo, "x");
  });

  test("a message with a word that the site bans from dialogs; one that is banned elsewhere is not", async () => {
    const admin = await forum.admin();
    const words = async (...lines: string[]): Promise<void> => {
      await admin.graphql(
        `mutation ($l: [String!]!) { importStopWords(lines: $l, overwrite: true) { created } }`,
        {
          l: lines,
        },
      );
    };
    await words("casino={IGNORE}|{IGNORE}|{IGNORE}|{BANNED}|{IGNORE}", "roulette={BANNED}");

    await expect(send(ada, bo, "Meet me at the CASINO")).rejects.toMatchObject({ code: "STOP_WORD" });
    await send(ada, bo, "Meet me at the roulette");
    expect(await unreadOf(bo)).toBe(1);

    await words("{1}={IGNORE}|{IGNORE}|{IGNORE}|{BANNED}");
    await expect(send(ada, bo, "Hello?")).rejects.toMatchObject({ code: "MESSAGES_OFF" });
    await forum.write(async (ctx) => {
      await lockList(ctx);
      await run(ctx, "DELETE FROM stop_words", []);
    });
    await buildFilter(forum.app.context());
  });

  test("450 characters are accepted, emoji counting one each", async () => {
    await send(ada, bo, "😀".repeat(450));
  });
});

describe("a third person", () => {
  test("gets for somebody else's dialog what they get for none", async () => {
    const cy = await forum.member();
    const nobody = await forum.member();
    await send(ada, bo, "kanarimessage");
    const codeOf = (document: string, id: number) =>
      cy.graphql(document, { id }).then(
        () => "ok",
        ({ code }: { code: string }) => code,
      );

    for (const document of [READ, DELETE])
      expect(await codeOf(document, bo.id)).toBe(await codeOf(document, nobody.id));
    expect((await between(cy, bo)).messages).toEqual((await between(cy, nobody)).messages);
    expect(await dialogsOf(cy)).toEqual([]);
    for (const person of [cy, await forum.admin(), forum.visitor()]) {
      const seen = [
        (await person.post("/graphql", { query: DIALOGS })).text,
        (await person.post("/graphql", { query: DIALOG, variables: { id: bo.id } })).text,
        (await person.post("/graphql", { query: `{ search(query: "kanarimessage") { nodes { snippet } } }` }))
          .text,
        (await person.get("/message")).text,
      ];
      expect(seen.join("\n")).not.toContain("kanarimessage");
    }
    expect(forum.logLines.join("")).not.toContain("kanarimessage");
  });

  test("cannot see a picture that two send each other", async () => {
    const { id } = await ada.upload("cat.png", await plain(40, 30).png().toBuffer());
    const { picture } = (await send(ada, bo, "", { attachmentId: id })) as unknown as {
      picture: { url: string };
    };

    expect((await bo.get(picture.url)).status).toBe(200);
    expect((await ada.get(picture.url)).status).toBe(200);
    expect((await bo.get(picture.url)).headers["cache-control"]).toBe("private, no-cache");
    for (const person of [await forum.member(), await forum.admin(), forum.visitor()])
      expect((await person.get(picture.url)).status).toBe(404);
    await expect(send(bo, ada, "", { attachmentId: id })).rejects.toMatchObject({ code: "NOT_FOUND" });

    await removeUnusedUploads({ ...forum.app.context(), now: new Date(Date.now() + 3 * 86_400_000) });
    expect((await bo.get(picture.url)).status).toBe(200);
  });
});

test("a list of dialogs costs the same number of statements, however long", async () => {
  const refusals = () => ada.graphql(`{ dialogs(first: 20) { nodes { id refusal } } }`);
  await send(await forum.member(), ada, "x");
  const one = await forum.countSettled(() => dialogsOf(ada));
  const oneRefusal = await forum.countSettled(refusals);
  for (let n = 0; n < 5; n++) await send(await forum.member(), ada, `x${n}`);

  expect(await forum.countSettled(() => dialogsOf(ada))).toBe(one);
  expect(await forum.countSettled(refusals)).toBe(oneRefusal);
  expect(await unreadOf(ada)).toBe(6);
});
