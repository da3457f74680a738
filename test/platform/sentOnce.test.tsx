import { ApolloClient, ApolloLink, gql, InMemoryCache, Observable } from "@apollo/client";
import { beforeEach, expect, test } from "vitest";
import { makeOnceLink } from "../../client/apollo/onceLink.ts";
import { OWN, unstoreAll } from "../../client/platform/storage.ts";
import { unreachable } from "../../client/platform/transport.ts";

/** Forms send once, whatever the line does. */
beforeEach(() => unstoreAll(OWN));

/** A line that loses answers on demand, below the link that sends once. */
function onceLine() {
  const sent: { variables: unknown; key: unknown }[] = [];
  const line = { isLost: false, refusal: null as string | null, sent };
  const link = makeOnceLink().concat(
    new ApolloLink((operation) => {
      sent.push({ variables: operation.variables, key: operation.getContext()["idempotencyKey"] });
      return new Observable((observer) => {
        setTimeout(() => {
          if (line.isLost) return observer.error(unreachable());
          const extensions = { code: line.refusal };
          observer.next(
            line.refusal ? { errors: [{ message: "no", extensions }] } : { data: { done: sent.length } },
          );
          observer.complete();
        });
      });
    }),
  );
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  const mutate = (field: string, variables: object, context = {}) =>
    client.mutate({
      mutation: gql(`mutation ($input: Anything) { ${field}(input: $input) }`),
      variables: { input: variables },
      context,
      fetchPolicy: "no-cache",
    });
  return { line, mutate, keys: () => sent.map(({ key }) => key) };
}

test("an attempt whose answer is lost is repeated as it was, with secrets that are nowhere stored", async () => {
  const { line, mutate } = onceLine();
  const thread = (payPassword: string, captcha: string) => ({
    title: "芒果",
    redPacket: { amountCents: 100, payPassword },
    captcha,
  });
  const publish = (payPassword: string, captcha: string) =>
    mutate("publishThread", thread(payPassword, captcha), { draftKey: "5:thread:new" });

  line.isLost = true;
  await expect(publish("111111", "a")).rejects.toThrow();
  const storedText = JSON.stringify({ ...localStorage });
  line.isLost = false;
  await publish("222222", "b");
  await publish("222222", "b");

  expect(storedText).toContain("芒果");
  expect(storedText).not.toContain("111111");
  const inputs = [thread("111111", "a"), thread("222222", "a"), thread("222222", "b")];
  expect(line.sent.map(({ variables }) => variables)).toEqual(inputs.map((input) => ({ input })));
  const [first, second, third] = line.sent.map(({ key }) => key);
  expect([first === second, second === third]).toEqual([true, false]);
});

test("pressing twice sends once; the next one of a form waits for its turn, and other forms do not", async () => {
  const { line, mutate, keys } = onceLine();
  const create = (name: string) => mutate("createCategory", { name });
  const twice = await Promise.all([create("茶"), create("茶")]);
  expect(twice.map(({ data }) => data)).toEqual([{ done: 1 }, { done: 1 }]);
  await Promise.all([create("咖啡"), create("水")]);
  expect(line.sent.map(({ variables }) => variables)).toEqual(
    ["茶", "咖啡", "水"].map((name) => ({ input: { name } })),
  );
  expect(new Set(keys()).size).toBe(3);

  line.isLost = true;
  await expect(mutate("reportContent", { threadId: "1", reason: "SPAM" })).rejects.toThrow();
  line.isLost = false;
  await mutate("reportContent", { threadId: "2", reason: "SPAM" });
  await mutate("reportContent", { threadId: "1", reason: "SPAM" });
  const [lost, other, again] = keys().slice(3);
  expect([lost === other, lost === again]).toEqual([false, true]);
});

test("choices of one setting are sent one after the other, those of other things at once", async () => {
  const { line, mutate } = onceLine();
  const choose = (channels: string[]) => mutate("saveNotificationPreferences", { channels });
  const choices = [choose(["SITE"]), choose(["SITE", "EMAIL"])];
  const other = mutate("setCategoryMuted", { isMuted: true });
  await Promise.all([...choices, other]);

  // The second choice leaves when the first one is answered.
  expect(line.sent.map(({ variables }) => variables)).toEqual([
    { input: { channels: ["SITE"] } },
    { input: { isMuted: true } },
    { input: { channels: ["SITE", "EMAIL"] } },
  ]);
});

test("a choice that is lost on the way does not hold back the next one", async () => {
  const { line, mutate } = onceLine();
  line.isLost = true;
  const lost = mutate("saveNotificationPreferences", { digest: "DAILY" });
  const next = mutate("saveNotificationPreferences", { digest: "WEEKLY" });
  await expect(lost).rejects.toThrow();
  line.isLost = false;
  await expect(next).resolves.toMatchObject({ data: { done: 2 } });
});

test.each(["IDEMPOTENCY_KEY_REUSED", "IDEMPOTENCY_ANSWER_LOST"])(
  "another content after a lost answer hears by %s that the first did arrive, and is sent anew after that",
  async (refusal) => {
    const { line, mutate, keys } = onceLine();
    const register = (username: string) => mutate("register", { username, password: "correct-horse-42" });
    line.isLost = true;
    await expect(register("ada")).rejects.toThrow();
    expect(JSON.stringify({ ...localStorage })).not.toContain("correct-horse-42");
    line.isLost = false;
    line.refusal = refusal;
    await expect(register("bob")).rejects.toThrow("上一次发送其实成功了");
    line.refusal = null;
    await register("bob");
    const [first, second, third] = keys();
    expect([first === second, second === third]).toEqual([true, false]);
  },
);

test("what sets a state goes without a key, and a member who signs out leaves no attempts", async () => {
  const { line, mutate, keys } = onceLine();
  await mutate("setThreadLiked", { threadId: "1", liked: true });
  expect(keys()).toEqual([undefined]);
  line.isLost = true;
  await expect(mutate("sendMessage", { userId: "2", body: "悄悄话" })).rejects.toThrow();
  unstoreAll(OWN);
  expect(JSON.stringify({ ...localStorage })).not.toContain("悄悄话");
});
