import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { visit } from "../journeys/steps.ts";
import { Browser, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

/** A statistics script reports to the hosts that the owner names, and to no other, in a real browser. */
let forum: Forum;
let browser: Browser;
let admin: Person;
let named: Counter;
let other: Counter;
beforeAll(async () => {
  forum = await Forum.open({ listen: true, env: { PAGE_CACHE: "1" } });
  browser = await Browser.open(forum);
  admin = await forum.admin();
  [named, other] = [await Counter.open(), await Counter.open()];
});
afterAll(async () => {
  await Promise.all([browser.close(), named.close(), other.close()]);
  await forum.close();
});
afterEach(() => browser.expectNoComplaints());

/** A statistics service on this machine: gives a script out and notes every hit. */
class Counter {
  readonly hits: string[] = [];

  private constructor(private readonly server: Server) {}

  static async open(): Promise<Counter> {
    const server = createServer();
    const counter = new Counter(server);
    server.on("request", (request, response) => {
      counter.hits.push(`${request.method} ${request.url}`);
      response.setHeader("access-control-allow-origin", request.headers.origin ?? "*");
      response.setHeader("access-control-allow-credentials", "true");
      response.setHeader("content-type", request.url === "/s.js" ? "text/javascript" : "text/plain");
      response.end(request.url === "/s.js" ? counter.script : "");
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return counter;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Sends a picture, a fetch and a beacon, as the usual services do. */
  get script(): string {
    return `(function(){ new Image().src = "${this.url}/hit.gif";
      var done = function(){ document.documentElement.dataset.counted = "true" };
      fetch("${this.url}/fetch", { method: "POST" }).then(done, done);
      navigator.sendBeacon("${this.url}/beacon", "x"); })()`;
  }

  /** What an owner pastes: loads the script as the snippet of Baidu does. */
  get snippet(): string {
    return `<script>(function() { var s = document.createElement("script"); s.src = "${this.url}/s.js";
      document.head.appendChild(s); })();</script>`;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((done) => void this.server.close(() => done()));
  }
}

const SAVE = `mutation ($entries: [SettingInput!]!) { saveSettings(entries: $entries) { id } }`;
const save = (script: string, hosts: string) =>
  admin.graphql(SAVE, {
    entries: [
      { key: "site_stat", value: script },
      { key: "site_stat_hosts", value: hosts },
    ],
  });
const FOREIGN = /request to a foreign host: http:\/\/127\.0\.0\.1:/;
const BLOCKED = /violates the following Content Security Policy|Fetch API cannot load|Refused to/;

test("a picture, a fetch and a beacon arrive at the host that is named", async () => {
  await save(named.snippet, named.url);
  const page = await browser.openPage({ expectedErrors: [FOREIGN] });
  await visit(page, "/");

  await expect
    .poll(() => [...new Set(named.hits)].sort())
    .toEqual(["GET /hit.gif", "GET /s.js", "POST /beacon", "POST /fetch"]);
});

test("a script that comes as a file runs before the one behind it, as they were pasted", async () => {
  named.hits.length = 0;
  await save(
    `<script src="${named.url}/s.js"></script>
<script>document.documentElement.dataset.order = performance.getEntriesByName("${named.url}/s.js").length</script>`,
    named.url,
  );
  const page = await browser.openPage({ expectedErrors: [FOREIGN] });
  await visit(page, "/");

  await expect.poll(() => page.locator("html").getAttribute("data-order")).toBe("1");
  await expect.poll(() => named.hits).toContain("GET /hit.gif");
});

test("nothing but the script itself goes to a host that is not named", async () => {
  await save(other.snippet, named.url);
  const page = await browser.openPage({ expectedErrors: [FOREIGN, BLOCKED] });
  const blocked: string[] = [];
  await page.exposeFunction("note", (what: string) => void blocked.push(what));
  await page.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", (event) =>
      (window as unknown as { note(what: string): void }).note(
        `${event.effectiveDirective} ${new URL(event.blockedURI).pathname}`,
      ),
    ),
  );
  await visit(page, "/");
  await page.locator("html[data-counted]").waitFor({ state: "attached" });

  await expect
    .poll(() => [...blocked].sort())
    .toEqual(["connect-src /beacon", "connect-src /fetch", "img-src /hit.gif"]);
  expect(other.hits).toEqual(["GET /s.js"]);
});

test.each([
  ["desk", {}],
  ["phone, dark", { ...PHONE, colorScheme: "dark" }],
] as const)(
  "on a %s, who pastes a script is told whose it is, what is blocked, and names its hosts",
  async (_, look) => {
    await save("", "");
    const page = await browser.openPage({ person: admin, ...look });
    await visit(page, "/admin/settings?section=site");
    const row = page.locator('[id="setting-default.site_stat"]');
    await row.locator("textarea").fill(`<script src="https://hm.baidu.com/hm.js?0123456789abcdef"></script>`);

    await expect
      .poll(() => row.getByRole("status").innerText())
      .toMatch(/百度统计[^]*浏览器会拦截：https:\/\/hm\.baidu\.com/);
    await expectNoViolations(page, "a script whose hosts are not named");
    await row.getByRole("button", { name: "列出这些主机" }).click();
    await expect
      .poll(() => row.getByRole("status").innerText())
      .toContain("可以上报到：https://hm.baidu.com");
    const hosts = page.locator('[id="setting-default.site_stat_hosts"] textarea');
    expect(await hosts.inputValue()).toBe("https://hm.baidu.com");
  },
);
