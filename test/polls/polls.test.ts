import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, see } from "../threads/content.ts";
import {
  askerOf,
  change,
  close,
  countsOf,
  inHours,
  insistOn,
  pollOf,
  startPoll,
  textsOf,
  vote,
  voteFor,
  votersOf,
} from "./polling.ts";

let forum: Forum;
let admin: Person;
let asker: Person;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
  asker = await askerOf(forum);
});
afterAll(() => forum.close());

const threadCount = async () => (await forum.rows<{ n: number }>("SELECT COUNT(*) AS n FROM threads"))[0]!.n;
const lock = (person: Person, id: string, locked: boolean) =>
  person.graphql(`mutation ($id: ID!, $l: Boolean!) { setThreadLocked(threadId: $id, locked: $l) { id } }`, {
    id,
    l: locked,
  });

describe("a vote", () => {
  test("is for one option, replaces the vote before, and is taken back", async () => {
    const id = await startPoll(forum, asker);
    const [ada, bo] = [await forum.member(), await forum.member()];

    expect(await pollOf(ada, id)).toMatchObject({
      title: "",
      kind: "SINGLE",
      isSecret: false,
      resultsVisible: "ALWAYS",
      endsAt: null,
      isOpen: true,
      voterCount: 0,
      myOptionIds: [],
      winnerIds: [],
      rounds: null,
      viewerCanVote: true,
      viewerCanClose: false,
    });
    await vote(ada, id, "Rice");
    const poll = await vote(bo, id, "Rice");
    expect(countsOf(poll)).toEqual({ Noodles: 0, Rice: 2, Soup: 0 });
    expect(textsOf(poll, poll.winnerIds)).toEqual(["Rice"]);

    const changed = await vote(bo, id, "Soup");
    expect(countsOf(changed)).toEqual({ Noodles: 0, Rice: 1, Soup: 1 });
    expect(textsOf(changed, changed.myOptionIds)).toEqual(["Soup"]);
    expect(changed.voterCount).toBe(2);
    expect(textsOf(changed, changed.winnerIds)).toEqual(["Rice", "Soup"]);
    // The same vote again changes nothing.
    expect(await vote(bo, id, "Soup")).toEqual(changed);

    const back = await vote(bo, id);
    expect(countsOf(back)).toEqual({ Noodles: 0, Rice: 1, Soup: 0 });
    expect(back).toMatchObject({ voterCount: 1, myOptionIds: [] });
    expect(countsOf(await pollOf(forum.visitor(), id))).toEqual({ Noodles: 0, Rice: 1, Soup: 0 });
  });

  test("is for several options where the poll allows it", async () => {
    const id = await startPoll(forum, asker, { kind: "MULTIPLE" });
    const [ada, bo] = [await forum.member(), await forum.member()];
    await vote(ada, id, "Soup", "Noodles");
    const poll = await vote(bo, id, "Soup");
    expect(countsOf(poll)).toEqual({ Noodles: 1, Rice: 0, Soup: 2 });
    expect(poll.voterCount).toBe(2);
    expect(textsOf(poll, (await pollOf(ada, id)).myOptionIds)).toEqual(["Noodles", "Soup"]);
  });

  test("ranks the options, and the runoff finds the winner whom most can live with", async () => {
    const id = await startPoll(forum, asker, { kind: "RANKED" });
    const voters = await Promise.all([1, 2, 3, 4, 5].map(() => forum.member()));
    await vote(voters[0]!, id, "Noodles");
    await vote(voters[1]!, id, "Noodles", "Rice");
    await vote(voters[2]!, id, "Rice", "Soup");
    await vote(voters[3]!, id, "Rice");
    const poll = await vote(voters[4]!, id, "Soup", "Rice", "Noodles");

    expect(countsOf(poll)).toEqual({ Noodles: 2, Rice: 2, Soup: 1 });
    expect(textsOf(poll, poll.myOptionIds)).toEqual(["Soup", "Rice", "Noodles"]);
    expect(
      poll.rounds.map(({ optionIds, voteCounts, eliminatedIds }: Record<string, string[]>) => [
        textsOf(poll, optionIds!),
        voteCounts,
        textsOf(poll, eliminatedIds!),
      ]),
    ).toEqual([
      [["Noodles", "Rice", "Soup"], [2, 2, 1], ["Soup"]],
      [["Noodles", "Rice"], [2, 3], []],
    ]);
    expect(textsOf(poll, poll.winnerIds)).toEqual(["Rice"]);

    // A changed vote is counted again: the result that was computed before is outdated.
    const after = await vote(voters[3]!, id, "Noodles");
    expect(textsOf(after, after.winnerIds)).toEqual(["Noodles"]);
  });

  test("is refused where it says something else than the poll asks", async () => {
    const [one, other] = [await startPoll(forum, asker), await startPoll(forum, asker)];
    const ada = await forum.member();
    const [{ id: own }, { id: second }] = (await pollOf(ada, one)).options;
    const [{ id: foreign }] = (await pollOf(ada, other)).options;
    for (const ids of [[foreign], [own, own], [own, second], ["0"], ["x"]])
      await expect(voteFor(ada, one, ids)).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
    const plain = (await publish(asker, { categoryId: await forum.categoryId() })).id as string;
    expect(await pollOf(ada, plain)).toBeNull();
    await expect(voteFor(ada, plain, [own])).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(voteFor(ada, "999999", [own])).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await pollOf(ada, one)).toMatchObject({ voterCount: 0 });
  });

  test("needs an account in good standing that may like", async () => {
    const id = await startPoll(forum, asker);
    const [{ id: option }] = (await pollOf(asker, id)).options;
    const banned = await forum.member();
    await admin.graphql(`mutation ($id: ID!) { banUser(input: {userId: $id, reason: "Spam"}) { id } }`, {
      id: String(banned.id),
    });
    const mute = await forum.limitedMember("thread.likePosts");
    await expect(voteFor(forum.visitor(), id, [option])).rejects.toMatchObject({ code: "LOGIN_REQUIRED" });
    await expect(voteFor(banned, id, [option])).rejects.toMatchObject({ code: "ACCOUNT_BANNED" });
    await expect(voteFor(mute, id, [option])).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect((await pollOf(mute, id)).viewerCanVote).toBe(false);
    expect(await pollOf(asker, id)).toMatchObject({ voterCount: 0 });
  });

  test(
    "of fifty members at the same moment, and changed by half, counts fifty times",
    { timeout: 60_000 },
    async () => {
      const id = await startPoll(forum, asker, { kind: "MULTIPLE" });
      const people = await Promise.all(Array.from({ length: 50 }, () => forum.member()));
      const options = (await pollOf(asker, id)).options as { id: string }[];
      await Promise.all(people.map((person) => insistOn(person, id, [options[0]!.id, options[1]!.id])));
      expect(await pollOf(asker, id)).toMatchObject({
        voterCount: 50,
        options: [{ voteCount: 50 }, { voteCount: 50 }, { voteCount: 0 }],
      });
      // Half of them change their minds together, from two browsers each.
      await Promise.all(
        people
          .slice(25)
          .flatMap((person, index) => [
            insistOn(person, id, [options[index % 2]!.id, options[2]!.id]),
            insistOn(person, id, [options[1]!.id, options[2]!.id]),
          ]),
      );
      const poll = await pollOf(asker, id);
      expect(poll.voterCount).toBe(50);
      const rows = await forum.rows<{ optionId: number; n: number }>(
        `SELECT v.optionId, COUNT(*) AS n FROM poll_votes v JOIN polls p ON p.id = v.pollId
       WHERE p.threadId = ? GROUP BY v.optionId`,
        [id],
      );
      const counted = Object.fromEntries(rows.map(({ optionId, n }) => [String(optionId), Number(n)]));
      for (const option of poll.options) expect(option.voteCount).toBe(counted[option.id] ?? 0);
      // Nobody is left with half of a vote.
      const halves = await forum.rows(
        `SELECT v.userId FROM poll_votes v JOIN polls p ON p.id = v.pollId
       WHERE p.threadId = ? GROUP BY v.userId HAVING COUNT(*) <> 2`,
        [id],
      );
      expect(halves).toEqual([]);
    },
  );

  test("of a thousand members at the same moment counts a thousand times", { timeout: 180_000 }, async () => {
    const id = await startPoll(forum, asker);
    const people: Person[] = [];
    while (people.length < 1_000)
      people.push(...(await Promise.all(Array.from({ length: 50 }, () => forum.member()))));
    const options = (await pollOf(asker, id)).options as { id: string }[];
    await Promise.all(people.map((person, index) => insistOn(person, id, [options[index % 3]!.id])));
    expect(await pollOf(asker, id)).toMatchObject({
      voterCount: 1_000,
      options: [{ voteCount: 334 }, { voteCount: 333 }, { voteCount: 333 }],
    });
    const [votes] = await forum.rows<{ n: number }>(
      `SELECT COUNT(DISTINCT v.userId) AS n FROM poll_votes v JOIN polls p ON p.id = v.pollId WHERE p.threadId = ?`,
      [id],
    );
    expect(Number(votes!.n)).toBe(1_000);
  });
});

describe("a poll ends", () => {
  test("at its time, and shows its results", async () => {
    const id = await startPoll(forum, asker, { resultsVisible: "AFTER_END", endsAt: inHours(1) });
    const ada = await forum.member();
    expect(await vote(ada, id, "Soup")).toMatchObject({ voterCount: null, winnerIds: null, isOpen: true });
    await forum.write((ctx) =>
      ctx.db.query("UPDATE polls SET endsAt = createdAt WHERE threadId = ?", [id] as never),
    );
    const poll = await pollOf(forum.visitor(), id);
    expect(poll).toMatchObject({ isOpen: false, voterCount: 1 });
    expect(countsOf(poll)).toEqual({ Noodles: 0, Rice: 0, Soup: 1 });
    await expect(vote(ada, id, "Rice")).rejects.toMatchObject({ code: "POLL_CLOSED" });
    await expect(vote(ada, id)).rejects.toMatchObject({ code: "POLL_CLOSED" });
  });

  test("when its author or staff closes it, and staff is logged", async () => {
    const [own, others] = [await startPoll(forum, asker), await startPoll(forum, asker)];
    const ada = await forum.member();
    await expect(close(ada, own)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect((await pollOf(asker, own)).viewerCanClose).toBe(true);
    expect(await close(asker, own)).toMatchObject({ isOpen: false, viewerCanClose: false });
    await expect(close(asker, own)).rejects.toMatchObject({ code: "POLL_CLOSED" });
    await expect(vote(ada, own, "Rice")).rejects.toMatchObject({ code: "POLL_CLOSED" });

    const moderator = await forum.moderator();
    await close(moderator, others);
    const log = await forum.rows<{ action: string; target: string }>(
      "SELECT action, target FROM audit_log WHERE action = 'closePoll'",
    );
    expect(log).toEqual([{ action: "closePoll", target: `thread:${others}` }]);
  });

  test("while its thread is locked, and goes on when that is opened", async () => {
    const id = await startPoll(forum, asker);
    const [ada, moderator] = [await forum.member(), await forum.moderator()];
    await lock(moderator, id, true);
    expect(await pollOf(ada, id)).toMatchObject({ isOpen: false, viewerCanVote: false });
    for (const person of [ada, moderator])
      await expect(vote(person, id, "Rice")).rejects.toMatchObject({ code: "POLL_CLOSED" });
    await lock(moderator, id, false);
    expect(await vote(ada, id, "Rice")).toMatchObject({ voterCount: 1, isOpen: true });
  });

  test("with its thread: nobody votes in one that is deleted", async () => {
    const id = await startPoll(forum, asker);
    const [{ id: option }] = (await pollOf(asker, id)).options;
    await admin.graphql(`mutation ($id: ID!) { deleteThread(threadId: $id) { id } }`, { id });
    await expect(voteFor(await forum.member(), id, [option])).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(voteFor(admin, id, [option])).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await pollOf(admin, id)).toMatchObject({ isOpen: false });
  });
});

describe("results", () => {
  test("are for those who voted, while they are; staff and author see them no earlier", async () => {
    const id = await startPoll(forum, asker, { resultsVisible: "AFTER_VOTE" });
    const ada = await forum.member();
    const hidden = { Noodles: null, Rice: null, Soup: null };
    for (const person of [asker, admin, ada, forum.visitor()])
      expect(countsOf(await pollOf(person, id))).toEqual(hidden);
    expect(countsOf(await vote(ada, id, "Rice"))).toEqual({ Noodles: 0, Rice: 1, Soup: 0 });
    expect(countsOf(await pollOf(asker, id))).toEqual(hidden);
    await expect(votersOf(admin, { threadId: id })).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(countsOf(await vote(ada, id))).toEqual(hidden);
  });

  test("name the voters of an open poll page by page, to members", async () => {
    const id = await startPoll(forum, asker, { kind: "MULTIPLE" });
    const people = [await forum.member(), await forum.member(), await forum.member()];
    await vote(people[0]!, id, "Rice");
    await vote(people[1]!, id, "Rice", "Soup");
    await vote(people[2]!, id, "Rice");
    const [, rice, soup] = (await pollOf(asker, id)).options.map((option: { id: string }) => option.id);

    const first = await votersOf(asker, { threadId: id, optionId: rice, first: 2 });
    expect(first.nodes).toMatchObject([
      { user: { id: String(people[0]!.id) }, optionIds: [rice] },
      { user: { id: String(people[1]!.id) }, optionIds: [rice, soup] },
    ]);
    const rest = await votersOf(asker, { threadId: id, optionId: rice, after: first.pageInfo.endCursor });
    expect(rest.nodes).toMatchObject([{ user: { id: String(people[2]!.id) } }]);
    expect(rest.pageInfo.hasNextPage).toBe(false);
    expect((await votersOf(asker, { threadId: id, optionId: soup })).nodes).toHaveLength(1);
    expect((await votersOf(asker, { threadId: id })).nodes).toHaveLength(3);
    await expect(votersOf(forum.visitor(), { threadId: id })).rejects.toMatchObject({
      code: "LOGIN_REQUIRED",
    });
  });

  test("of a ranked poll name those who prefer an option", async () => {
    const id = await startPoll(forum, asker, { kind: "RANKED" });
    const ada = await forum.member();
    const [noodles, , soup] = (await pollOf(ada, id)).options.map((option: { id: string }) => option.id);
    await vote(ada, id, "Soup", "Noodles");
    expect((await votersOf(asker, { threadId: id, optionId: soup })).nodes).toMatchObject([
      { optionIds: [soup, noodles] },
    ]);
    expect((await votersOf(asker, { threadId: id, optionId: noodles })).nodes).toEqual([]);
  });

  test("of a secret poll name nobody to anybody", async () => {
    const id = await startPoll(forum, asker, { isSecret: true });
    const ada = await forum.member();
    expect(countsOf(await vote(ada, id, "Soup"))).toEqual({ Noodles: 0, Rice: 0, Soup: 1 });
    await close(asker, id);
    for (const person of [asker, admin, ada])
      await expect(votersOf(person, { threadId: id })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test("keep the vote of a member who left, without the name", async () => {
    const id = await startPoll(forum, asker);
    const ada = await forum.member();
    await vote(ada, id, "Soup");
    await ada.graphql("mutation { closeAccount }");
    await forum.write((ctx) =>
      ctx.db.query("UPDATE users SET closesAt = '2020-01-01 00:00:00.000' WHERE id = ?", [ada.id] as never),
    );
    await forum.app.clock.runAll(["eraseClosedAccounts"]);
    expect(countsOf(await pollOf(asker, id))).toMatchObject({ Soup: 1 });
    const { nodes } = await votersOf(asker, { threadId: id });
    const [{ nickname }] = (await forum.rows<{ nickname: string }>(
      "SELECT nickname FROM users WHERE id = ?",
      [ada.id],
    )) as [{ nickname: string }];
    expect(nodes).toHaveLength(1);
    expect(nickname).not.toBe(ada.nickname);
  });
});

describe("a poll is refused, and nothing is published", () => {
  test.each([
    ["with one option", { options: ["Yes"] }],
    ["with 21 options", { options: Array.from({ length: 21 }, (_, index) => `Option ${index}`) }],
    ["with an empty option", { options: ["Yes", " \u200b "] }],
    ["with options that look alike", { options: ["Café", "ｃａｆÉ"] }],
    ["with an option of 51 characters", { options: ["Yes", "𝒳".repeat(51)] }],
    ["with a title of 26 characters", { title: "T".repeat(26) }],
    ["that has ended", { endsAt: inHours(-1) }],
    ["that ends after more than a year", { endsAt: inHours(24 * 367) }],
  ])("%s", async (_what, poll) => {
    const before = await threadCount();
    await expect(startPoll(forum, asker, poll)).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
    expect(await threadCount()).toBe(before);
  });

  test("of somebody who may not start polls", async () => {
    await expect(startPoll(forum, await forum.member())).rejects.toMatchObject({
      code: "FORBIDDEN",
      extensions: { permission: "thread.insertVote" },
    });
  });
});

describe("an edit", () => {
  const second = { options: ["Tea", "Coffee"], kind: "MULTIPLE", title: "Drinks?" };

  test("replaces the poll while nobody has voted", async () => {
    const id = await startPoll(forum, asker);
    await expect(change(await forum.member(), id, second)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect((await pollOf(asker, id)).viewerCanEdit).toBe(true);
    expect(await change(asker, id, second)).toMatchObject({
      title: "Drinks?",
      kind: "MULTIPLE",
      options: [{ text: "Tea" }, { text: "Coffee" }],
    });
    const ada = await forum.member();
    await vote(ada, id, "Tea");
    expect((await pollOf(asker, id)).viewerCanEdit).toBe(false);
    await expect(change(asker, id, { options: ["Tea", "Milk"] })).rejects.toMatchObject({
      code: "POLL_HAS_VOTES",
    });
    await vote(ada, id);
    expect(await change(asker, id, { options: ["Tea", "Milk"] })).toMatchObject({ kind: "SINGLE" });
    await close(asker, id);
    await expect(change(asker, id, second)).rejects.toMatchObject({ code: "POLL_CLOSED" });
  });

  test("that meets a first vote at the same moment leaves one of them, whole", async () => {
    const id = await startPoll(forum, asker);
    const ada = await forum.member();
    const [{ id: option }] = (await pollOf(ada, id)).options;
    const results = await Promise.allSettled([
      voteFor(ada, id, [option]),
      change(asker, id, { options: ["Tea", "Milk"] }),
    ]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const isChanged = results[1]!.status === "fulfilled";
    const poll = await pollOf(asker, id);
    expect(poll.options).toHaveLength(isChanged ? 2 : 3);
    expect(poll.voterCount).toBe(isChanged ? 0 : 1);
  });

  test("and a new poll wait for approval where their words say so", async () => {
    await admin.graphql(`mutation { importStopWords(lines: ["gruel={MOD}", "swill={BANNED}"]) { created } }`);
    const gruel = { options: ["Rice", "Gruel"] };
    expect(await see(asker, await startPoll(forum, asker, gruel))).toMatchObject({ approval: "PENDING" });
    await expect(startPoll(forum, asker, { options: ["Rice", "Swill"] })).rejects.toMatchObject({
      code: "STOP_WORD",
    });
    const id = await startPoll(forum, asker);
    const [{ id: option }] = (await pollOf(asker, id)).options;
    await change(asker, id, gruel);
    expect(await see(asker, id)).toMatchObject({ approval: "PENDING" });
    await expect(voteFor(await forum.member(), id, [option])).rejects.toMatchObject({ code: "NOT_FOUND" });
    await admin.graphql(
      `mutation ($id: ID!) { setThreadApproval(threadId: $id, approval: APPROVED) { id } }`,
      {
        id,
      },
    );
    expect(await vote(await forum.member(), id, "Gruel")).toMatchObject({ voterCount: 1 });
  });
});

test("a draft keeps the poll as it is typed", async () => {
  const poll = {
    title: "Lunch",
    options: ["Noodles", ""],
    kind: "RANKED",
    isSecret: true,
    resultsVisible: "AFTER_END",
    endsAt: inHours(5),
  };
  const fields = "gifts { poll { title options kind isSecret resultsVisible endsAt } }";
  const save = `mutation ($input: SaveDraftInput!) { saveDraft(input: $input) { id ${fields} } }`;
  const { saveDraft } = await asker.graphql(save, { input: { title: "T", body: "B", gifts: { poll } } });
  expect(saveDraft.gifts.poll).toEqual(poll);
  const again = await asker.graphql(save, { input: { id: saveDraft.id, title: "T2", body: "B" } });
  expect(again.saveDraft.gifts.poll).toEqual(poll);
  const without = await asker.graphql(save, {
    input: { id: saveDraft.id, title: "T", body: "B", gifts: {} },
  });
  expect(without.saveDraft.gifts.poll).toBeNull();
});

test("lists cost three statements more with polls, however many, and none without", async () => {
  const fresh = await forum.member();
  const categoryId = await forum.categoryId();
  const read = `query ($c: ID) { threads(categoryId: $c, sort: NEWEST, first: 20) { nodes {
    id hasPoll poll { id isOpen voterCount myOptionIds options { text voteCount } } } } }`;
  const cost = () => forum.countSettled(() => fresh.graphql(read, { c: categoryId }));
  for (let index = 0; index < 20; index++) await publish(asker, { categoryId, title: `Plain ${index}` });
  const none = await cost();
  await startPoll(forum, asker);
  const one = await cost();
  for (let index = 0; index < 6; index++) await startPoll(forum, asker);
  expect([one - none, (await cost()) - none]).toEqual([3, 3]);
});
