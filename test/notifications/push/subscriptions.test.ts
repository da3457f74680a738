import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isPublicAddress } from "../../../server/core/outsideCalls.ts";
import { preparePushKeys } from "../../../server/features/notifications/push/keys.service.ts";
import { livingDevices } from "../../../server/features/notifications/push/push.sql.ts";
import { DEVICES_MAX } from "../../../server/features/notifications/push/subscription.service.ts";
import { Forum } from "../../support/forum.ts";
import type { Person } from "../../support/person.ts";
import { PushService } from "./pushService.ts";

const SUBSCRIBE = `mutation ($input: PushSubscriptionInput!) { subscribePush(input: $input) }`;
const RENEW = `mutation ($input: RenewPushInput!) { renewPush(input: $input) }`;
const UNSUBSCRIBE = `mutation ($endpoint: String!) { unsubscribePush(endpoint: $endpoint) }`;
const REMOVE = `mutation ($id: ID!) { removePushDevice(id: $id) }`;
const DEVICES = `{ pushDevices { id userAgent isCurrent lastUsedAt } }`;

let forum: Forum;
let service: PushService;
let ada: Person;
beforeAll(async () => {
  forum = await Forum.open();
  service = await PushService.open();
});
afterAll(async () => {
  await service?.close();
  await forum.close();
});
beforeEach(async () => void (ada = await forum.member()));

type Subscription = { endpoint: string; p256dh: string; auth: string };
const subscribe = (person: Person, input: Subscription = service.browser().subscription) =>
  person.graphql(SUBSCRIBE, { input });
const devicesOf = async (person: Person) =>
  (await person.graphql(DEVICES)).pushDevices as { id: string; isCurrent: boolean }[];
const reached = async (person: Person): Promise<number> =>
  (await livingDevices(forum.app.context(), person.id)).length;
const again = ({ credentials }: Person): Promise<Person> => {
  const { id, username, nickname, groupId } = credentials!;
  return forum.signIn(id, username, nickname, groupId);
};

describe("the key of the site", () => {
  test("is given to everybody, is a point of P-256, and stays the same", async () => {
    const { pushPublicKey } = await forum.visitor().graphql(`{ pushPublicKey }`);
    await preparePushKeys(forum.app.context());

    expect(Buffer.from(pushPublicKey, "base64url")).toHaveLength(65);
    expect((await ada.graphql(`{ pushPublicKey }`)).pushPublicKey).toBe(pushPublicKey);
  });

  test("is kept with its private half sealed", async () => {
    const [key] = await forum.rows<{ privateKey: string }>("SELECT k.privateKey FROM push_keys k");

    expect(key!.privateKey).toMatch(/^sealed:1:/);
  });
});

describe("a member", () => {
  test("lists the browsers in which they are told, and removes one from another", async () => {
    const phone = await again(ada);
    await subscribe(ada);
    await subscribe(phone);
    const [atPhone, here] = await devicesOf(ada);

    expect([atPhone!.isCurrent, here!.isCurrent]).toEqual([false, true]);
    await ada.graphql(REMOVE, { id: atPhone!.id });
    expect(await devicesOf(phone)).toMatchObject([{ id: here!.id, isCurrent: false }]);
  });

  test("removes no browser of somebody else, and learns nothing of it", async () => {
    const bo = await forum.member();
    await subscribe(bo);
    const [theirs] = await devicesOf(bo);

    await expect(ada.graphql(REMOVE, { id: theirs!.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(ada.graphql(REMOVE, { id: "999999" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await devicesOf(bo)).toHaveLength(1);
  });

  test("has one place for each browser, however often it subscribes", async () => {
    const first = service.browser().subscription;
    await subscribe(ada, first);
    await subscribe(ada, first);
    await subscribe(ada);

    expect(await devicesOf(ada)).toHaveLength(1);
    expect((await ada.graphql(UNSUBSCRIBE, { endpoint: first.endpoint })).unsubscribePush).toBe(false);
  });

  test("may ask from several windows of a browser at the same moment", async () => {
    const one = service.browser().subscription;
    const answers = await Promise.all(Array.from({ length: 6 }, () => subscribe(ada, one)));
    expect(answers.every(({ subscribePush }) => subscribePush)).toBe(true);
    expect(await devicesOf(ada)).toHaveLength(1);
  });

  test("takes a browser over from who used it before", async () => {
    const shared = service.browser().subscription;
    const bo = await forum.member();
    await subscribe(bo, shared);
    await subscribe(ada, shared);

    expect([await reached(bo), await reached(ada)]).toEqual([0, 1]);
    expect((await bo.graphql(UNSUBSCRIBE, { endpoint: shared.endpoint })).unsubscribePush).toBe(false);
    expect((await ada.graphql(UNSUBSCRIBE, { endpoint: shared.endpoint })).unsubscribePush).toBe(true);
    expect(await reached(ada)).toBe(0);
  });

  test(`is told in ${DEVICES_MAX} browsers at most, the newest ones`, async () => {
    await subscribe(ada);
    const [oldest] = await devicesOf(ada);
    for (let count = 0; count < DEVICES_MAX; count++) await subscribe(await again(ada));

    const left = await devicesOf(ada);
    expect(left).toHaveLength(DEVICES_MAX);
    expect(left.map(({ id }) => id)).not.toContain(oldest!.id);
  });

  test("leaves neither endpoint nor keys in the database or the log", async () => {
    const { subscription } = service.browser();
    await subscribe(ada, subscription);
    const stored =
      JSON.stringify(await forum.rows("SELECT * FROM push_subscriptions")) + forum.logLines.join();

    for (const secret of Object.values(subscription)) expect(stored).not.toContain(secret);
  });
});

describe("a worker with its cookie alone", () => {
  const renew = (person: Person, input: object) =>
    person.post("/graphql", { query: RENEW, variables: { input } }, { authorization: "" });

  test("renews the place that its browser has changed", async () => {
    const [old, next] = [service.browser().subscription, service.browser().subscription];
    await subscribe(ada, old);
    const answer = await renew(ada, { oldEndpoint: old.endpoint, ...next });

    expect(answer.json().data).toEqual({ renewPush: true });
    expect(await devicesOf(ada)).toHaveLength(1);
    expect((await ada.graphql(UNSUBSCRIBE, { endpoint: next.endpoint })).unsubscribePush).toBe(true);
  });

  test("renews nothing without knowing the old place of this very session", async () => {
    const [old, next] = [service.browser().subscription, service.browser().subscription];
    await subscribe(ada, old);
    const bo = await forum.member();

    for (const [person, oldEndpoint] of [
      [bo, old.endpoint],
      [await again(ada), old.endpoint],
      [ada, next.endpoint],
    ] as const) {
      const answer = await renew(person, { oldEndpoint, ...next });
      expect(answer.json().errors[0].extensions.code).toBe("NOT_FOUND");
    }
  });

  test("cannot subscribe anew", async () => {
    const variables = { input: service.browser().subscription };
    const answer = await ada.post("/graphql", { query: SUBSCRIBE, variables }, { authorization: "" });

    expect(answer.json().errors[0].extensions.code).toBe("INVALID_TOKEN");
  });
});

describe("a place dies with its session", () => {
  beforeEach(() => subscribe(ada));

  test("by signing out", async () => {
    await ada.graphql(`mutation { logout }`);
    expect(await reached(ada)).toBe(0);
  });

  test("by being signed out from another browser", async () => {
    const elsewhere = await again(ada);
    const { sessions } = await elsewhere.graphql(`{ sessions { id isCurrent } }`);
    const there = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    await elsewhere.graphql(`mutation ($id: ID!) { revokeSession(id: $id) }`, { id: there.id });

    expect(await reached(ada)).toBe(0);
  });

  test("by a ban, and what is dead is swept away", async () => {
    const admin = await forum.admin();
    await admin.graphql(`mutation ($id: ID!) { setUserStatus(userId: $id, status: BANNED) { id } }`, {
      id: ada.id,
    });
    expect(await reached(ada)).toBe(0);

    const bo = await forum.member();
    await subscribe(bo);
    await forum.app.clock.runAll(["sweepPushSubscriptions"]);
    const left = await forum.rows("SELECT p.userId FROM push_subscriptions p WHERE p.userId IN (?, ?)", [
      ada.id,
      bo.id,
    ]);
    expect(left).toEqual([{ userId: bo.id }]);
  });

  test("by its end after thirty days", async () => {
    await forum.write((ctx) =>
      ctx.db.query(`UPDATE sessions SET expiresAt = '2020-01-01 00:00:00.000' WHERE userId = ${ada.id}`),
    );
    expect(await reached(ada)).toBe(0);
  });
});

describe("refused are", () => {
  const { p256dh, auth } = {
    p256dh: "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
    auth: "tBHItJI5svbpez7KI4CCXg",
  };
  const fine = { endpoint: "https://push.example.org/abc", p256dh, auth };

  test.each([
    ["no address", { endpoint: "nonsense" }],
    ["another protocol", { endpoint: "ftp://push.example.org/abc" }],
    ["an endless address", { endpoint: `https://push.example.org/${"a".repeat(2000)}` }],
    ["a key that is no point of the curve", { p256dh: `BA${"A".repeat(85)}` }],
    ["a key of another length", { p256dh: "BNcR" }],
    ["a secret of another length", { auth: "short" }],
  ])("%s", async (_, change) => {
    await expect(subscribe(ada, { ...fine, ...change })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  });

  test("visitors", async () => {
    await expect(subscribe(forum.visitor(), fine)).rejects.toMatchObject({ code: "LOGIN_REQUIRED" });
  });
});

describe("in production", () => {
  let live: Forum;
  let member: Person;
  beforeAll(async () => {
    live = await Forum.open({ env: { NODE_ENV: "production" } });
    member = await live.member();
  });
  afterAll(() => live.close());

  test.each([
    "http://93.184.215.14/abc",
    "https://127.0.0.1/abc",
    "https://0x7f.1/abc",
    "https://2130706433/abc",
    "https://10.1.2.3/abc",
    "https://172.20.0.1/abc",
    "https://192.168.1.1/abc",
    "https://169.254.169.254/latest/meta-data",
    "https://100.64.0.1/abc",
    "https://0.0.0.0/abc",
    "https://[::1]/abc",
    "https://[::ffff:127.0.0.1]/abc",
    "https://[fd00::1]/abc",
    "https://[fe80::1]/abc",
    "https://[64:ff9b::7f00:1]/abc",
    "https://localhost/abc",
    "https://93.184.215.14:8443/abc",
    "https://user:word@93.184.215.14/abc",
    "https://nobody.invalid/abc",
  ])("%s is no push service", async (endpoint) => {
    const input = { ...service.browser().subscription, endpoint };
    await expect(subscribe(member, input)).rejects.toMatchObject({
      code: "INVALID_PARAMETER",
      extensions: { field: "endpoint" },
    });
    expect(await live.rows("SELECT p.id FROM push_subscriptions p")).toEqual([]);
  });

  test("a public address is one", async () => {
    const input = { ...service.browser().subscription, endpoint: "https://93.184.215.14/abc" };
    expect(await subscribe(member, input)).toEqual({ subscribePush: true });
  });
});

test("addresses of the net itself are told from public ones", () => {
  const inner = ["0.1.2.3", "192.0.2.7", "198.19.0.1", "203.0.113.9", "239.1.1.1", "255.255.255.255"];
  const inner6 = ["::", "::1", "::ffff:8.8.8.8", "2001:db8::1", "2002:7f00:1::", "ff02::1", "fec0::1"];
  for (const address of [...inner, ...inner6])
    expect([address, isPublicAddress(address)]).toEqual([address, false]);
  for (const address of ["8.8.8.8", "172.32.0.1", "223.255.255.1", "2606:4700::1111"])
    expect([address, isPublicAddress(address)]).toEqual([address, true]);
});
