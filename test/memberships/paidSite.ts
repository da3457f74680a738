import { timeOf } from "../../server/core/sql.ts";
import { Entitlement } from "../../server/features/entitlements/entitlement.entity.ts";
import type { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { give } from "../money/books.ts";
import { pay, PIN, setPin, type OrderAnswer } from "../money/shop.ts";

const SAVE = `mutation ($entries: [SettingInput!]!) { saveSettings(entries: $entries) { __typename } }`;
const CREATE = `mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id kind amountCents days state } }`;

/** Saves settings of the site. */
export function save(admin: Person, values: Readonly<Record<string, string>>): Promise<unknown> {
  const entries = Object.entries(values).map(([key, value]) => ({ tag: "default", key, value }));
  return admin.graphql(SAVE, { entries });
}

/** Makes joining cost 12.50 for 30 days. */
export function openPaidSite(admin: Person): Promise<unknown> {
  return save(admin, { site_mode: "pay", site_price: "12.5", site_expire: "30" });
}

/** Makes an order for joining or renewing. */
export async function joinOrder(person: Person, more: object = {}): Promise<OrderAnswer> {
  const input = { kind: "REGISTRATION", amountCents: 1250, days: 30, ...more };
  return (await person.graphql(CREATE, { input })).createOrder;
}

/** A member with money and a pay password who has not joined. */
export async function unpaidMember(forum: Forum, cents = 10_000): Promise<Person> {
  const person = await forum.member("order.create", "trade.pay.order");
  await give(forum, person, cents);
  await setPin(person);
  return person;
}

/** Joins the site. */
export async function join(person: Person): Promise<void> {
  await pay(person, (await joinOrder(person)).id, { payPassword: PIN });
}

/** Moves all that a member has paid for by so many days into the past. */
export async function letPass(forum: Forum, { id }: Person, days: number): Promise<void> {
  const periods = await forum.rows<{ id: number; startsAt: string; endsAt: string }>(
    "SELECT id, startsAt, endsAt FROM entitlements WHERE userId = ? AND objectKind = 'SITE'",
    [id],
  );
  const earlier = (time: string | Date): Date => new Date(timeOf(time).getTime() - days * 86_400_000);
  await forum.write(async (ctx) => {
    for (const { id: period, startsAt, endsAt } of periods)
      await ctx.db.update(
        Entitlement,
        { id: period },
        { startsAt: earlier(startsAt), endsAt: earlier(endsAt) },
      );
  });
}
