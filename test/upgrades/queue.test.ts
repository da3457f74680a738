import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { layOut, type QueuedPeriod } from "../../server/features/users/paid-groups/groupQueue.ts";
import { endGroups } from "../../server/features/users/paid-groups/groupQueue.service.ts";
import { balancesOf, bookkeeping } from "../money/books.ts";
import { pay } from "../money/shop.ts";
import { join, joinOrder, openPaidSite, save } from "../memberships/paidSite.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import {
  actingGroup,
  buy,
  buyer,
  groupOrder,
  letDaysPass,
  moveTo,
  offersTo,
  openGroup,
  refund,
  standing,
  type PaidGroup,
} from "./groupShop.ts";

const DAY_MS = 86_400_000;
let forum: Forum;
let admin: Person;
let bronze: PaidGroup;
let silver: PaidGroup;
let gold: PaidGroup;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
  bronze = await openGroup(admin, "Bronze", { fee: 500, days: 20 });
  silver = await openGroup(admin, "Silver", { fee: 1_000, days: 30 });
  gold = await openGroup(admin, "Gold", { fee: 5_000, days: 10 });
});
afterAll(() => forum.close());

const availableOf = async (person: Person): Promise<number> => (await balancesOf(forum, person)).available;
const remove = async (id: number): Promise<string> =>
  (await admin.graphql(`mutation ($ids: [ID!]!) { deleteGroups(ids: $ids) { id } }`, { ids: [id] }))
    .deleteGroups.id;
const restore = (deletionId: string): Promise<unknown> =>
  admin.graphql(`mutation ($id: ID!) { undoGroupDeletion(deletionId: $id) { id } }`, { id: deletionId });

describe("laying out periods", () => {
  const now = new Date("2026-11-23T00:00:00Z");
  const at = (day: number): Date => new Date(now.getTime() + day * DAY_MS);
  const period = (number: number, level: number, from: number, to: number): QueuedPeriod => ({
    id: number,
    number,
    groupId: level,
    level,
    startsAt: at(from),
    endsAt: at(to),
  });
  const days = (periods: readonly QueuedPeriod[]): string =>
    periods
      .map(({ level, startsAt, endsAt }) =>
        [level, ...[startsAt, endsAt].map((time) => (time.getTime() - now.getTime()) / DAY_MS)].join(" "),
      )
      .join(", ");

  test("puts the highest first, keeps what is left, and leaves no gap", () => {
    const queue = [period(1, 1, -5, 15), period(2, 3, 0, 10), period(3, 2, 0, 7)];
    expect(days(layOut(queue, now, now))).toBe("3 0 10, 2 10 17, 1 17 32");
    expect(days(layOut(layOut(queue, now, now), now, now))).toBe("3 0 10, 2 10 17, 1 17 32");
  });

  test("lets one that runs and stays first run on as it is", () => {
    const queue = [period(1, 2, -5, 15), period(2, 2, 15, 45), period(3, 1, 45, 50)];
    expect(days(layOut(queue, now, now))).toBe("2 -5 15, 2 15 45, 1 45 50");
  });

  test("begins later where something else comes first", () => {
    expect(days(layOut([period(1, 1, -5, 15)], at(4), now))).toBe("1 4 19");
  });

  test("loses no time of anybody, whatever is taken out and put in", () => {
    for (let seed = 1; seed <= 500; seed++) {
      let value = seed;
      const random = (below: number): number => (value = (value * 48271) % 2_147_483_647) % below;
      const queue = Array.from({ length: 1 + random(6) }, (_, index) => {
        const from = -random(5);
        return period(index, random(4), from, 1 + random(40));
      });
      const after = layOut(queue, now, now);
      const left = (periods: readonly QueuedPeriod[]): number =>
        periods.reduce(
          (sum, { startsAt, endsAt }) => sum + endsAt.getTime() - Math.max(startsAt.getTime(), now.getTime()),
          0,
        );
      expect(left(after)).toBe(left(queue));
      after.forEach((each, index) => {
        const before = after[index - 1];
        if (!before) return;
        expect(each.startsAt).toEqual(before.endsAt);
        expect(each.level).toBeLessThanOrEqual(before.level);
      });
    }
  });
});

describe("a refund", () => {
  test("of the group that acts lets the next one go on at once", async () => {
    const ada = await buyer(forum);
    await buy(ada, silver);
    await letDaysPass(forum, ada, 10);
    const upgrade = await buy(ada, gold);
    await letDaysPass(forum, ada, 4);
    expect(await standing(ada)).toBe("Gold until 6, Silver 6–26");
    expect(await refund(admin, upgrade)).toBe("REFUNDED");
    expect(await actingGroup(ada)).toBe("Silver");
    expect(await standing(ada)).toBe("Silver until 20");
    expect(await availableOf(ada)).toBe(99_000);
    expect(await bookkeeping(forum)).toEqual([]);
  });

  test("in the middle of a queue moves up what lies behind it", async () => {
    const ada = await buyer(forum);
    await buy(ada, bronze);
    const middle = await buy(ada, silver);
    await buy(ada, gold);
    expect(await standing(ada)).toBe("Gold until 10, Silver 10–40, Bronze 40–60");
    await letDaysPass(forum, ada, 5);
    await refund(admin, middle);
    expect(await standing(ada)).toBe("Gold until 5, Bronze 5–25");
    await letDaysPass(forum, ada, 5);
    expect(await actingGroup(ada)).toBe("Bronze");
    await endGroups(forum.app.context());
    expect(await standing(ada)).toBe("Bronze until 20");
  });

  test("of one of two renewals leaves the other, whichever it is", async () => {
    for (const index of [0, 1]) {
      const ada = await buyer(forum);
      const orders = [await buy(ada, silver), await buy(ada, silver)];
      await letDaysPass(forum, ada, 10);
      expect(await standing(ada)).toBe("Silver until 50");
      await refund(admin, orders[index]!);
      // Of the first, what is left is taken; the second one is whole, or goes whole.
      expect(await standing(ada)).toBe(index === 0 ? "Silver until 30" : "Silver until 20");
    }
  });

  test("of the last one brings the group from before back, and of one that is over takes nothing", async () => {
    const ada = await buyer(forum);
    const before = await actingGroup(ada);
    const over = await buy(ada, gold);
    await letDaysPass(forum, ada, 11);
    await refund(admin, over);
    expect(await actingGroup(ada)).toBe(before);
    const order = await buy(ada, gold);
    await refund(admin, order);
    expect(await actingGroup(ada)).toBe(before);
    expect(await availableOf(ada)).toBe(100_000);
    await expect(refund(admin, order)).rejects.toMatchObject({ code: "CANNOT_REFUND" });
    expect(await availableOf(ada)).toBe(100_000);
  });

  test("is made once, however many ask for it, and tells the member why", async () => {
    const ada = await buyer(forum);
    const order = await buy(ada, gold);
    const answers = await Promise.allSettled(Array.from({ length: 50 }, () => refund(admin, order)));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await availableOf(ada)).toBe(100_000);
    await forum.delivered();
    const { notifications } = await ada.graphql(`{ notifications(entry: ACCOUNT) { nodes { kind } } }`);
    expect(notifications.nodes.map(({ kind }: { kind: string }) => kind)).toContain("user.group");
    expect(await bookkeeping(forum)).toEqual([]);
  });

  test("and a purchase that come together leave one truth", async () => {
    const ada = await buyer(forum);
    const first = await buy(ada, silver);
    const second = await groupOrder(ada, gold);
    await Promise.all([refund(admin, first), pay(ada, second.id)]);
    expect(await standing(ada)).toBe("Gold until 10");
    expect(await availableOf(ada)).toBe(95_000);
    expect(await bookkeeping(forum)).toEqual([]);
  });

  test("is for administrators, needs a reason, and is none for what was not paid", async () => {
    const ada = await buyer(forum);
    const { id } = await groupOrder(ada, gold);
    await expect(refund(admin, id)).rejects.toMatchObject({ code: "CANNOT_REFUND" });
    await expect(refund(ada, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(refund(admin, "999999")).rejects.toMatchObject({ code: "NOT_FOUND" });
    const input = { id, reason: " " };
    const silent = admin.graphql(
      `mutation ($input: RefundOrderInput!) { refundOrder(input: $input) { state } }`,
      { input },
    );
    await expect(silent).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  });
});

describe("administrators who move members:", () => {
  test("a group for a time comes first, and what was bought goes on afterwards", async () => {
    const ada = await buyer(forum);
    await buy(ada, silver);
    await moveTo(admin, ada, 10, 7);
    expect(await standing(ada)).toMatch(/^.+ until 7, Silver 7–37$/);
    await letDaysPass(forum, ada, 7);
    expect(await actingGroup(ada)).toBe("Silver");
    expect(await standing(ada)).toBe("Silver until 30");
  });

  test("another end of the group that acts is its end, and what is queued follows it", async () => {
    const ada = await buyer(forum);
    const before = await actingGroup(ada);
    await buy(ada, silver);
    await buy(ada, gold);
    await moveTo(admin, ada, gold.id, 15);
    expect(await standing(ada)).toBe("Gold until 15, Silver 15–45");
    await letDaysPass(forum, ada, 45);
    expect(await actingGroup(ada)).toBe(before);
  });

  test("a group for good ends what was bought, which can still be given back", async () => {
    const ada = await buyer(forum);
    const order = await buy(ada, silver);
    await moveTo(admin, ada, 10);
    const given = await actingGroup(ada);
    expect(await standing(ada)).toBe(given);
    await refund(admin, order);
    expect(await standing(ada)).toBe(given);
    expect(await availableOf(ada)).toBe(100_000);
    expect(await bookkeeping(forum)).toEqual([]);
  });

  test("a paid group that was given counts: it is renewed, overtaken, and goes on", async () => {
    const ada = await buyer(forum);
    await moveTo(admin, ada, silver.id, 12);
    expect(await offersTo(ada)).toEqual({ Bronze: null, Silver: "RENEW", Gold: "UPGRADE" });
    await buy(ada, gold);
    expect(await standing(ada)).toBe("Gold until 10, Silver 10–22");
    const bo = await buyer(forum);
    await moveTo(admin, bo, silver.id, 12);
    await buy(bo, silver);
    expect(await standing(bo)).toBe("Silver until 42");
    await moveTo(admin, bo, silver.id);
    expect(await offersTo(bo)).toEqual({ Bronze: null, Silver: null, Gold: "UPGRADE" });
    await buy(bo, gold);
    await letDaysPass(forum, bo, 10);
    expect(await standing(bo)).toBe("Silver");
  });
});

test("deleting a group lets the next one go on, and restoring it brings its time back", async () => {
  const platinum = await openGroup(admin, "Platinum", { fee: 9_000, days: 10 });
  const [ada, bo] = [await buyer(forum), await buyer(forum)];
  const before = await actingGroup(bo);
  await buy(ada, silver);
  for (const person of [ada, bo]) await buy(person, platinum);
  const deletion = await remove(platinum.id);
  expect(await standing(ada)).toBe("Silver until 30");
  expect(await actingGroup(bo)).toBe(before);
  await restore(deletion);
  expect(await standing(ada)).toBe("Platinum until 10, Silver 10–40");
  expect(await standing(bo)).toBe("Platinum until 10");
  await letDaysPass(forum, bo, 10);
  expect(await actingGroup(bo)).toBe(before);
  const again = await remove(platinum.id);
  await letDaysPass(forum, ada, 31);
  await endGroups(forum.app.context());
  expect((await admin.graphql(`{ groups { name } }`)).groups).not.toContainEqual({ name: "Platinum" });
  expect(again).not.toBe(deletion);
});

describe("a refund on a paid site", () => {
  test("takes back what is left of joining or of a renewal, and the rest moves up", async () => {
    await openPaidSite(admin);
    const until = async (person: Person): Promise<number> => {
      const { joinTerms } = await person.graphql(`{ joinTerms { viewerMustJoin viewerEndsAt } }`);
      if (joinTerms.viewerMustJoin) return 0;
      return Math.round((Date.parse(joinTerms.viewerEndsAt) - Date.now()) / DAY_MS);
    };
    const member = async (): Promise<{ person: Person; orders: string[] }> => {
      const person = await buyer(forum);
      const first = (await joinOrder(person)).id;
      await pay(person, first);
      const orders = [first];
      for (let n = 0; n < 2; n++) {
        const { id } = await joinOrder(person, { kind: "RENEWAL" });
        await pay(person, id);
        orders.push(id);
      }
      await letDaysPass(forum, person, 10);
      expect(await until(person)).toBe(80);
      return { person, orders };
    };
    for (const [index, left] of [60, 50, 50].entries()) {
      const { person, orders } = await member();
      await refund(admin, orders[index]!);
      expect(await until(person)).toBe(left);
    }
    const only = await buyer(forum);
    const { id } = await joinOrder(only);
    await pay(only, id);
    await refund(admin, id);
    expect(await until(only)).toBe(0);
    expect(await availableOf(only)).toBe(100_000);
    await join(only);
    expect(await bookkeeping(forum)).toEqual([]);
    await save(admin, { site_mode: "public" });
  });
});
