import { invalidateGroups } from "../../server/features/groups/group.service.ts";
import { Entitlement } from "../../server/features/entitlements/entitlement.entity.ts";
import { User } from "../../server/features/users/user.entity.ts";
import { timeOf } from "../../server/core/sql.ts";
import { give } from "../money/books.ts";
import { pay, setPin, type OrderAnswer } from "../money/shop.ts";
import type { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

const DAY_MS = 86_400_000;
const CREATE = `mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id kind amountCents days state group { name } } }`;
const TERMS = `{ upgradeTerms { offers { group { name } viewerAction } times { group { name } startsAt endsAt } } }`;
const BUYING = ["order.create", "trade.pay.order"] as const;

/** A paid group as tests name it. */
export interface PaidGroup {
  readonly id: number;
  readonly name: string;
  readonly amountCents: number;
  readonly days: number;
}

/** Makes a group that is for sale; its members may do what others may, and buy again. */
export async function openGroup(
  admin: Person,
  name: string,
  more: { readonly fee?: number; readonly days?: number; readonly permissions?: readonly string[] } = {},
): Promise<PaidGroup> {
  const { fee = 1_000, days = 30, permissions = [] } = more;
  const { createGroup } = await admin.graphql(
    `mutation ($input: GroupInput!) { createGroup(input: $input) { id } }`,
    { input: { name, isPaid: true, fee, days } },
  );
  const { groups, permissionKeys } = await admin.graphql(
    `{ groups { isDefault permissions } permissionKeys { key isOffered } }`,
  );
  const offered = new Set(
    (permissionKeys as { key: string; isOffered: boolean }[])
      .filter(({ isOffered }) => isOffered)
      .map(({ key }) => key),
  );
  const member = (groups as { isDefault: boolean; permissions: string[] }[]).find(
    ({ isDefault }) => isDefault,
  )!;
  const usual = member.permissions.filter((key) => offered.has(key));
  await admin.graphql(
    `mutation ($id: ID!, $permissions: [String!]!) { setGroupPermissions(groupId: $id, permissions: $permissions) }`,
    { id: createGroup.id, permissions: [...new Set([...usual, ...BUYING, ...permissions])] },
  );
  return { id: Number(createGroup.id), name, amountCents: fee, days };
}

/** A member with money and a pay password. */
export async function buyer(forum: Forum, cents = 100_000): Promise<Person> {
  const person = await forum.member(...BUYING);
  await give(forum, person, cents);
  await setPin(person);
  return person;
}

/** Makes an order for days in a group. */
export async function groupOrder(person: Person, group: PaidGroup, more: object = {}): Promise<OrderAnswer> {
  const { id: groupId, amountCents, days } = group;
  const input = { kind: "GROUP", groupId, amountCents, days, ...more };
  return (await person.graphql(CREATE, { input })).createOrder;
}

/** Buys days in a group. @returns the id of the order */
export async function buy(person: Person, group: PaidGroup): Promise<string> {
  const { id } = await groupOrder(person, group);
  await pay(person, id);
  return id;
}

/** Describes what a member has of groups, such as `gold until 30, silver 30–50`: days from now. */
export async function standing(person: Person): Promise<string> {
  const { upgradeTerms } = await person.graphql(TERMS);
  const times = upgradeTerms.times as {
    group: { name: string };
    startsAt: string | null;
    endsAt: string | null;
  }[];
  const days = (time: string): number => Math.round((Date.parse(time) - Date.now()) / DAY_MS);
  return times
    .map(({ group: { name }, startsAt, endsAt }) => {
      if (startsAt) return `${name} ${days(startsAt)}–${days(endsAt!)}`;
      return endsAt ? `${name} until ${days(endsAt)}` : name;
    })
    .join(", ");
}

/** Lists how a member can buy the groups, by name. */
export async function offersTo(person: Person): Promise<Record<string, string | null>> {
  const { upgradeTerms } = await person.graphql(TERMS);
  const offers = upgradeTerms.offers as { group: { name: string }; viewerAction: string | null }[];
  return Object.fromEntries(offers.map(({ group, viewerAction }) => [group.name, viewerAction]));
}

/** The group that a person acts with, by what the server answers them. */
export async function actingGroup(person: Person): Promise<string> {
  return (await person.graphql(`{ site { viewerGroup { name } } }`)).site.viewerGroup.name;
}

/** Moves all that a member has of groups by so many days into the past, as if the time had passed. */
export async function letDaysPass(forum: Forum, { id }: Person, days: number): Promise<void> {
  type Times = Record<
    "startsAt" | "endsAt" | "groupExpiresAt" | "returnGroupExpiresAt",
    string | Date | null
  >;
  const earlier = (time: string | Date | null): Date | null =>
    time === null ? null : new Date(timeOf(time).getTime() - days * DAY_MS);
  const periods = await forum.rows<Times & { id: number }>(
    "SELECT id, startsAt, endsAt FROM entitlements WHERE userId = ?",
    [id],
  );
  const [user] = await forum.rows<Times>(
    "SELECT groupExpiresAt, returnGroupExpiresAt FROM users WHERE id = ?",
    [id],
  );
  await forum.write(async (ctx) => {
    for (const { id: period, startsAt, endsAt } of periods) {
      const times = { startsAt: earlier(startsAt)!, endsAt: earlier(endsAt) };
      await ctx.db.update(Entitlement, { id: period }, times);
    }
    const { groupExpiresAt, returnGroupExpiresAt } = user!;
    const times = {
      groupExpiresAt: earlier(groupExpiresAt),
      returnGroupExpiresAt: earlier(returnGroupExpiresAt),
    };
    await ctx.db.update(User, { id }, times);
  });
  invalidateGroups(forum.app.context());
}

/** Moves a member by hand. */
export function moveTo(
  admin: Person,
  { id: userId }: Person,
  groupId: number | string,
  expiresInDays: number | null = null,
): Promise<unknown> {
  const expiresAt =
    expiresInDays === null ? null : new Date(Date.now() + expiresInDays * DAY_MS).toISOString();
  return admin.graphql(
    `mutation ($userId: ID!, $groupId: ID!, $expiresAt: DateTimeISO) {
      setUserGroup(userId: $userId, groupId: $groupId, expiresAt: $expiresAt) { id }
    }`,
    { userId, groupId, expiresAt },
  );
}

/** Gives an order back. */
export async function refund(admin: Person, id: string): Promise<string> {
  const input = { id, reason: "Asked for it" };
  const { refundOrder } = await admin.graphql(
    `mutation ($input: RefundOrderInput!) { refundOrder(input: $input) { state } }`,
    { input },
  );
  return refundOrder.state;
}
