import { get } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CHECK_MS } from "../../server/http/stream/hub.ts";
import { createServerDatabase, ENGINE, Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

/** Streams end with the session that opened them, and with the good standing of their member. */

/** Time for the first event of a stream on a busy machine. */
const OPEN_WITHIN_MS = 5_000;
/** Longest time that a stream may outlive its session in the same process. */
const SOON_MS = 1_000;

interface Listening {
  readonly status: () => number;
  readonly text: () => string;
  readonly isOver: () => boolean;
  close(): void;
}

const open: Listening[] = [];
let forum: Forum;
let keeper: Person;
let ada: Person;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  keeper = await forum.admin();
});
beforeEach(async () => void (ada = await forum.member()));
afterAll(async () => {
  for (const stream of open) stream.close();
  await forum.close();
});

/** Opens a stream as a browser does, and waits until the server has said something on it. */
async function listen(person: Person, at: Forum = forum): Promise<Listening> {
  let [text, status, isOver] = ["", 0, false];
  const request = get(`${at.url}/events`, { headers: { cookie: person.credentials!.cookie } }, (answer) => {
    status = answer.statusCode!;
    answer.on("data", (bytes: Buffer) => (text += bytes.toString()));
    answer.on("close", () => (isOver = true));
    answer.on("error", () => (isOver = true));
  }).on("error", () => (isOver = true));
  const stream = {
    status: () => status,
    text: () => text,
    isOver: () => isOver,
    close: () => request.destroy(),
  };
  open.push(stream);
  await expect
    .poll(() => `${status} ${isOver ? "over " : ""}${text}`, { timeout: OPEN_WITHIN_MS, interval: 10 })
    .toContain("event: counts");
  return stream;
}

const ends = async (stream: Listening, reason: string, withinMs = SOON_MS): Promise<void> => {
  await expect.poll(stream.isOver, { timeout: withinMs, interval: 10 }).toBe(true);
  expect(stream.text()).toContain(`event: ended\ndata: {"reason":"${reason}"}\n\n`);
};

const anotherBrowser = (): Promise<Person> =>
  forum.signIn(ada.id, ada.credentials!.username, ada.nickname, ada.groupId);

const sessionOf = async (person: Person): Promise<string> =>
  (await person.graphql(`{ sessions { id isCurrent } }`)).sessions.find(
    ({ isCurrent }: { isCurrent: boolean }) => isCurrent,
  ).id as string;

test("signing out ends the streams of all windows of the browser, and of no other browser", async () => {
  const phone = await anotherBrowser();
  const [one, two, other] = [await listen(ada), await listen(ada), await listen(phone)];

  await ada.graphql(`mutation { logout }`);

  await Promise.all([ends(one, "SIGNED_OUT"), ends(two, "SIGNED_OUT")]);
  expect(other.isOver()).toBe(false);
});

test("a session that its member revokes from elsewhere ends its stream", async () => {
  const phone = await anotherBrowser();
  const [here, there] = [await listen(ada), await listen(phone)];

  await ada.graphql(`mutation ($id: ID!) { revokeSession(id: $id) }`, { id: await sessionOf(phone) });

  await ends(there, "SIGNED_OUT");
  expect(here.isOver()).toBe(false);
});

describe("what administrators do ends the streams of a member:", () => {
  test.each([
    ["another password", `resetUserPassword(userId: $id, password: "Kanari-8-lang")`],
    ["ending all sessions", `endUserSessions(userId: $id)`],
  ])("%s", async (_name, action) => {
    const streams = [await listen(ada), await listen(await anotherBrowser())];
    await keeper.graphql(`mutation ($id: ID!) { ${action} }`, { id: ada.id });
    await Promise.all(streams.map((stream) => ends(stream, "SIGNED_OUT")));
  });

  test("ending one session", async () => {
    const phone = await anotherBrowser();
    const [here, there] = [await listen(ada), await listen(phone)];
    await keeper.graphql(`mutation ($u: ID!, $s: ID!) { endUserSession(userId: $u, sessionId: $s) }`, {
      u: ada.id,
      s: await sessionOf(phone),
    });
    await ends(there, "SIGNED_OUT");
    expect(here.isOver()).toBe(false);
  });

  test.each([
    ["BANNED", "ACCOUNT_BANNED"],
    ["REFUSED", "REVIEW_REFUSED"],
    ["IGNORED", "REVIEW_IGNORED"],
  ])("standing %s", async (status, reason) => {
    const streams = [await listen(ada), await listen(await anotherBrowser())];
    await keeper.graphql(
      `mutation ($id: ID!, $s: UserStatus!) { setUserStatus(userId: $id, status: $s) { id } }`,
      {
        id: ada.id,
        s: status,
      },
    );
    await Promise.all(streams.map((stream) => ends(stream, reason)));
    expect((await ada.get("/events")).status).toBe(204);
  });
});

test("a member under review keeps the stream", async () => {
  const stream = await listen(ada);
  await keeper.graphql(`mutation ($id: ID!) { setUserStatus(userId: $id, status: UNDER_REVIEW) { id } }`, {
    id: ada.id,
  });
  await forum.app.streams.verify(ada.id);
  expect(stream.isOver()).toBe(false);
});

test.runIf(ENGINE !== "sqlite")(
  "another process on the same database ends its streams at its next look",
  async () => {
    const database = await createServerDatabase();
    const [first, second] = [
      await Forum.open({ listen: true, env: { DATABASE_URL: database.url } }),
      await Forum.open({ listen: true, env: { DATABASE_URL: database.url } }),
    ];
    try {
      const admin = await first.admin();
      // The other process has just read the groups; those of the two are added afterwards.
      expect((await second.visitor().get("/api/v3/forum")).status).toBe(200);
      const [bo, cy] = [await first.member(), await first.member()];
      const [bos, cys] = [await listen(bo, second), await listen(cy, second)];
      await bo.graphql(`mutation { logout }`);
      await admin.graphql(`mutation ($id: ID!) { setUserStatus(userId: $id, status: BANNED) { id } }`, {
        id: cy.id,
      });
      await ends(bos, "SIGNED_OUT", 3 * CHECK_MS);
      await ends(cys, "ACCOUNT_BANNED", 3 * CHECK_MS);
    } finally {
      for (const stream of open) stream.close();
      await first.close();
      await second.close();
      await database.drop();
    }
  },
);
