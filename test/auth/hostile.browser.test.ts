import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page, Request } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ClientKind } from "../../server/features/auth/sessions/session.entity.ts";
import { openSession } from "../../server/features/auth/sessions/session.service.ts";
import { PASSWORD } from "../journeys/steps.ts";
import { Browser } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";

/**
 * Pages of somebody else that act in a member's name: on another loopback address, which is another site, and on another
 * port of the forum's own address, where browsers send its cookies along.
 */
const REGISTER = `mutation ($input: RegisterInput!) { register(input: $input) { viewer { id } } }`;
const SIGN_IN = `mutation { login(input: {username: "mallory", password: "${PASSWORD}"}) { viewer { id } } }`;

let forum: Forum;
let browser: Browser;
let victim: Person;
let categoryId: string;
let threadId: string;
const hosts: Server[] = [];
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
  victim = await forum.admin();
  categoryId = await forum.categoryId();
  threadId = (await publish(await forum.member(), { categoryId, title: "Tea", body: "Which one?" }))
    .id as string;
  const input = { username: "mallory", nickname: "Mallory", password: PASSWORD };
  await forum.visitor().graphql(REGISTER, { input });
});
afterAll(async () => {
  await browser?.close();
  await forum?.close();
  for (const host of hosts) await new Promise((resolve) => host.close(resolve));
});

/** Serves an empty page of somebody else. @returns its address */
async function hostile(address: string): Promise<string> {
  const host = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<title>You have won!</title><body></body>");
  });
  hosts.push(host);
  await new Promise<void>((resolve) => host.listen(0, address, resolve));
  return `http://${address}:${(host.address() as AddressInfo).port}/`;
}

/** All that an attack could change. */
async function state(): Promise<object> {
  const all = async (sql: string) => forum.rows(sql);
  return {
    threads: await all("SELECT id, title, visible FROM threads ORDER BY id"),
    posts: await all("SELECT id, body FROM posts ORDER BY id"),
    likes: await all("SELECT COUNT(*) AS n FROM post_likes"),
    follows: await all("SELECT COUNT(*) AS n FROM follows"),
    drafts: await all("SELECT COUNT(*) AS n FROM drafts"),
    files: await all("SELECT COUNT(*) AS n FROM attachments"),
    settings: await all("SELECT tag, `key`, value FROM settings ORDER BY tag, `key`"),
    sessions: await all("SELECT id, userId FROM sessions ORDER BY id"),
    users: await all("SELECT id, passwordHash, status, signature FROM users ORDER BY id"),
    words: await all("SELECT COUNT(*) AS n FROM stop_words"),
  };
}

type Fields = Readonly<Record<string, string>>;

/** Sends a form at the top of the window, as a click on a prize does. */
async function sendForm(page: Page, action: string, method: string, enctype: string, fields: Fields) {
  await page.evaluate(
    ({ action, method, enctype, fields }) => {
      const form = document.createElement("form");
      Object.assign(form, { action, method, enctype });
      for (const [name, value] of Object.entries(fields)) {
        const input = document.createElement("input");
        Object.assign(input, { type: "hidden", name, value });
        form.append(input);
      }
      document.body.append(form);
      setTimeout(() => form.submit());
    },
    { action, method, enctype, fields },
  );
  await page.waitForURL((url) => url.href.startsWith(action.split("?")[0]!)).catch(() => undefined);
  await page.waitForLoadState().catch(() => undefined);
}

/** Fetches with cookies. @returns what the page can read of the answer; null if nothing */
function fetchThere(
  page: Page,
  url: string,
  init: { method: string; mode?: RequestMode; type?: string; body?: string; multipart?: Fields },
): Promise<string | null> {
  return page.evaluate(
    async ({ url, method, mode, type, body, multipart }) => {
      let sent: BodyInit | undefined = body;
      if (multipart) {
        const form = new FormData();
        for (const [name, value] of Object.entries(multipart))
          form.append(name, name === "file" ? new Blob([value], { type: "text/plain" }) : value);
        sent = form;
      }
      try {
        const answer = await fetch(url, {
          method,
          credentials: "include",
          ...(mode ? { mode } : {}),
          ...(type ? { headers: { "content-type": type } } : {}),
          ...(sent === undefined ? {} : { body: sent }),
        });
        return answer.type === "opaque" ? null : await answer.text();
      } catch {
        return null;
      }
    },
    { url, ...init },
  );
}

const publishing = () =>
  `mutation { publishThread(input: {categoryId: "${categoryId}", title: "Owned", body: "Owned"}) { id } }`;
/** JSON whose end hides the equals sign that a form writes between name and value. */
const asFormName = (json: object): Fields => ({ [`${JSON.stringify(json).slice(0, -1)},"x":"`]: `"}` });
const OPERATIONS = JSON.stringify({ query: "mutation { logout }" });

/** The attacks of a page, by what they send. */
const FORMS: Readonly<
  Record<string, () => readonly [path: string, method: string, enctype: string, Fields]>
> = {
  "a form with a mutation": () => [
    "/graphql",
    "post",
    "application/x-www-form-urlencoded",
    { query: publishing() },
  ],
  "a form whose text is JSON": () => ["/graphql", "post", "text/plain", asFormName({ query: publishing() })],
  "a form with files, as GraphQL uploads are sent": () => [
    "/graphql",
    "post",
    "multipart/form-data",
    { operations: OPERATIONS, map: "{}" },
  ],
  "a link with a mutation": () => ["/graphql", "get", "", { query: publishing() }],
  "a form for the old call that publishes": () => [
    "/api/v3/thread.create",
    "post",
    "application/x-www-form-urlencoded",
    { title: "Owned", categoryId, "content[text]": "Owned" },
  ],
  "a form of JSON for the old call that saves settings": () => [
    "/api/settings.v2",
    "post",
    "text/plain",
    asFormName({ data: [{ tag: "default", key: "site_name", value: "Owned" }] }),
  ],
  "a form for the old call that follows": () => [
    "/api/v3/follow.create",
    "post",
    "multipart/form-data",
    { toUserId: "1" },
  ],
  "a form that replies by the old call": () => [
    "/api/v3/posts.create",
    "post",
    "application/x-www-form-urlencoded",
    { id: threadId, content: "Owned" },
  ],
};
const FETCHES: Readonly<Record<string, () => readonly [path: string, Parameters<typeof fetchThere>[2]]>> = {
  "JSON as plain text": () => [
    "/graphql",
    { method: "POST", mode: "no-cors", type: "text/plain", body: JSON.stringify({ query: publishing() }) },
  ],
  "JSON as JSON, which asks first": () => [
    "/graphql",
    { method: "POST", type: "application/json", body: JSON.stringify({ query: publishing() }) },
  ],
  "a GraphQL upload": () => [
    "/graphql",
    { method: "POST", mode: "no-cors", multipart: { operations: OPERATIONS, map: "{}", file: "x" } },
  ],
  "a file": () => ["/uploads?kind=file", { method: "POST", mode: "no-cors", multipart: { file: "x" } }],
  "the old call that publishes": () => [
    "/api/v3/thread.create",
    {
      method: "POST",
      mode: "no-cors",
      type: "text/plain",
      body: JSON.stringify({ title: "Owned", categoryId: Number(categoryId), content: { text: "Owned" } }),
    },
  ],
  "the old call that adds stop words": () => [
    "/api/stop-words/batch.v2",
    {
      method: "POST",
      mode: "no-cors",
      type: "text/plain",
      body: JSON.stringify({ data: { attributes: { words: ["kettle={BANNED}"], overwrite: true } } }),
    },
  ],
  "the old call that deletes them": () => ["/api/stop-words.v2?ids=1", { method: "DELETE" }],
  "what members read": () => ["/api/v3/unreadnotification", { method: "GET" }],
  "who one is": () => ["/graphql?query=%7Bviewer%7Bid%7D%7D", { method: "GET" }],
};

/** A window of the victim at a hostile page; the requests that it makes to the forum are noted. */
async function lure(address: string, person?: Person): Promise<{ page: Page; asked: Request[] }> {
  // Browsers report what they refuse; nothing of that is a fault here.
  const page = await browser.openPage({ ...(person ? { person } : {}), expectedErrors: [/./] });
  const asked: Request[] = [];
  page.context().on("request", (request) => {
    if (request.url().startsWith(forum.url)) asked.push(request);
  });
  await page.goto(await hostile(address));
  return { page, asked };
}

const cookieOf = async (request: Request): Promise<string | undefined> =>
  (await request.allHeaders())["cookie"];

const PLACES = [
  ["another site", "127.0.0.2"],
  ["another port of the same address", "127.0.0.1"],
] as const;

describe.each(PLACES)("a page on %s", (_, address) => {
  let before: object;
  beforeEach(async () => void (before = await state()));

  test.each(Object.keys(FORMS))("changes nothing by %s", async (name) => {
    const [path, method, enctype, fields] = FORMS[name]!();
    const { page, asked } = await lure(address, victim);
    await sendForm(page, forum.url + path, method, enctype, fields);

    const request = asked.find((each) => new URL(each.url()).pathname === path)!;
    // It went out; with cookies it came only to where browsers take both for one site, or as a link.
    if (address === "127.0.0.2" && method === "post") expect(await cookieOf(request)).toBeUndefined();
    else expect(await cookieOf(request)).toContain("sid=");
    expect(await state()).toEqual(before);
    await browser.closePages();
  });

  test.each(Object.keys(FETCHES))("changes and reads nothing by fetching %s", async (name) => {
    const [path, init] = FETCHES[name]!();
    const { page, asked } = await lure(address, victim);
    expect(await fetchThere(page, forum.url + path, init)).toBeNull();
    expect(asked.length).toBeGreaterThan(0);
    if (address === "127.0.0.2") for (const request of asked) expect(await cookieOf(request)).toBeUndefined();
    expect(await state()).toEqual(before);
    await browser.closePages();
  });
});

describe.each(PLACES)("a page on %s", (_, address) => {
  let before: object;
  beforeEach(async () => void (before = await state()));

  test("signs nobody in as somebody else, neither a visitor nor the victim", async () => {
    for (const person of [undefined, victim]) {
      const { page } = await lure(address, person);
      const cookies = await page.context().cookies(forum.url);
      for (const enctype of ["application/x-www-form-urlencoded", "multipart/form-data"])
        for (const path of ["/graphql", "/api/v3/users/username.login"]) {
          const fields: Fields =
            path === "/graphql" ? { query: SIGN_IN } : { username: "mallory", password: PASSWORD };
          await sendForm(page, forum.url + path, "post", enctype, fields);
          await page.goto(await hostile(address));
        }
      const body = JSON.stringify({ query: SIGN_IN });
      for (const type of ["text/plain", "application/json"])
        await fetchThere(page, `${forum.url}/graphql`, {
          method: "POST",
          ...(type === "text/plain" ? { mode: "no-cors" as const } : {}),
          type,
          body,
        });

      expect(
        (await page.context().cookies(forum.url)).filter(({ name }) => /^(?:sid|access_token)$/.test(name)),
      ).toEqual(cookies.filter(({ name }) => /^(?:sid|access_token)$/.test(name)));
      await page.goto(forum.url);
      const viewer = await page.evaluate(async () => {
        const answer = await fetch("/graphql", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ query: "{ viewer { id } }" }),
        });
        return ((await answer.json()) as { data: { viewer: { id: string } | null } }).data.viewer?.id ?? null;
      });
      expect(viewer).toBe(person ? String(person.id) : null);
      await browser.closePages();
    }
    expect(await state()).toEqual(before);
  });

  test("gets nothing from the old cookie with a stand-alone token", async () => {
    const { accessToken } = await openSession(forum.app.context(), victim.id, ClientKind.API);
    before = await state();
    const { page } = await lure(address);
    await page
      .context()
      .addCookies([{ name: "access_token", value: accessToken, url: forum.url, sameSite: "Lax" }]);
    const [path, method, enctype, fields] = FORMS["a form for the old call that publishes"]!();
    await sendForm(page, forum.url + path, method, enctype, fields);
    await page.goto(await hostile(address));
    const [readPath, init] = FETCHES["what members read"]!();
    expect(await fetchThere(page, forum.url + readPath, init)).toBeNull();
    expect(await state()).toEqual(before);
    await browser.closePages();
  });

  test("shows no page of the forum in a frame of its own", async () => {
    const { page } = await lure(address, victim);
    await page.evaluate((url) => {
      const frame = document.createElement("iframe");
      frame.src = url;
      document.body.append(frame);
      return new Promise((done) => (frame.onload = frame.onerror = done));
    }, `${forum.url}/my/settings`);
    const inside = page.frames().find((frame) => frame !== page.mainFrame())!;
    expect(await inside.evaluate(() => document.body.innerText)).not.toContain("设置");
    await browser.closePages();
  });
});

test("the same calls change something from the forum's own page", async () => {
  const page = await browser.openPage({ person: victim });
  await page.goto(forum.url);
  const { accessToken } = victim.credentials!;
  const send = (path: string, body: object) =>
    page.evaluate(
      async ({ path, body, accessToken }) => {
        const headers = { "content-type": "application/json", authorization: `Bearer ${accessToken}` };
        const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
        return (await answer.json()) as { data?: object; Code?: number };
      },
      { path, body, accessToken },
    );
  expect((await send("/graphql", { query: publishing() })).data).toMatchObject({ publishThread: {} });
  const content = { title: "Mine", categoryId: Number(categoryId), content: { text: "Mine" } };
  expect((await send("/api/v3/thread.create", content)).Code).toBe(0);
  await browser.expectNoComplaints();
});
