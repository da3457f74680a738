import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { PASSWORD, ready, visit } from "../journeys/steps.ts";
import { set } from "../notifications/delivery/post.ts";
import { Browser, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";

/** The puzzle of Tencent's captcha in a real browser; script and frame are stand-ins at the vendor's addresses. */
const SCRIPT = "https://turing.captcha.qcloud.com/TCaptcha.js";
const FRAME = "https://turing.captcha.gtimg.com/puzzle";
const WIDGET = `window.TencentCaptcha = class {
  constructor(appId, done, options) { Object.assign(this, { appId, done, options }); }
  show() {
    const frame = document.createElement("iframe");
    frame.title = "puzzle";
    frame.src = "${FRAME}?app=" + this.appId;
    Object.assign(frame.style, { position: "fixed", inset: "20% 10%", zIndex: "9999" });
    const hear = ({ origin, data }) => {
      if (origin !== new URL(frame.src).origin) return;
      removeEventListener("message", hear);
      frame.remove();
      this.done(data);
    };
    addEventListener("message", hear);
    document.body.append(frame);
  }
};`;
const PUZZLE = `<title>Puzzle</title>
<button onclick='parent.postMessage({ ret: 0, ticket: "t" + Math.random(), randstr: "@r" }, "*")'>Solve</button>
<button onclick='parent.postMessage({ ret: 2, ticket: null }, "*")'>Close</button>
<button onclick='parent.postMessage({ ret: 0, ticket: "trerror_1001_made-up", randstr: "@r" }, "*")'>Make up</button>`;

let forum: Forum;
let browser: Browser;
let vendor: Server;
const tickets: string[] = [];
beforeAll(async () => {
  vendor = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      tickets.push((JSON.parse(Buffer.concat(pieces).toString()) as { Ticket: string }).Ticket);
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ Response: { CaptchaCode: 1, RequestId: "r" } }));
    });
  });
  await new Promise<void>((resolve) => vendor.listen(0, "127.0.0.1", resolve));
  forum = await Forum.open({ listen: true });
  await set(forum, {
    "default.register_captcha": "1",
    "qcloud.qcloud_close": "1",
    "qcloud.qcloud_captcha": "1",
    "qcloud.qcloud_secret_id": "AKIDexample",
    "qcloud.qcloud_secret_key": "key",
    "qcloud.qcloud_captcha_app_id": "190000001",
    "qcloud.qcloud_captcha_secret_key": "captcha-key",
    "qcloud.qcloud_captcha_endpoint": `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`,
  });
  browser = await Browser.open(forum);
});
afterEach(() => browser.expectNoComplaints());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
  await new Promise((resolve) => vendor.close(resolve));
});

/** Puts the stand-ins at the vendor's addresses. @returns the addresses outside of the forum that were asked for */
async function standIn(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route(/captcha\.(?:qcloud|gtimg)\.com/, (route) => {
    const url = route.request().url();
    asked.push(url);
    return url === SCRIPT
      ? route.fulfill({ contentType: "text/javascript", body: WIDGET })
      : route.fulfill({ contentType: "text/html", body: PUZZLE });
  });
  return asked;
}

test.each([
  ["a desktop", {}],
  ["a phone in the dark", { ...PHONE, colorScheme: "dark" as const }],
])("on %s somebody closes the puzzle, is given a made-up ticket, and registers", async (name, size) => {
  const expectedErrors = [/^request to a foreign host: https:\/\/turing\.captcha\.(?:qcloud|gtimg)\.com\//];
  const page = await browser.openPage({ ...size, expectedErrors });
  const asked = await standIn(page);
  await visit(page, "/user/register?next=%2Fforum");
  await page.getByText("提交时会打开腾讯云的人机验证").waitFor();
  // Nothing of the vendor comes before the form is sent.
  expect(asked).toEqual([]);
  await expectNoViolations(page);

  await page.getByLabel("用户名").fill(`t${name.length}`);
  await page.getByLabel("昵称").fill(`t${name.length}`);
  await page.getByLabel("密码", { exact: true }).fill(PASSWORD);
  const send = page.locator("form").getByRole("button", { name: "注册" });
  const puzzle = page.frameLocator("iframe[title=puzzle]");
  const before = tickets.length;
  await send.click();
  await puzzle.getByRole("button", { name: "Close" }).click();
  await page.getByText("人机验证没有完成，请重新提交").waitFor();
  await send.click();
  await puzzle.getByRole("button", { name: "Make up" }).click();
  await page.getByText("人机验证未能完成，请检查网络后重试").waitFor();
  expect(tickets.length).toBe(before);

  await send.click();
  await puzzle.getByRole("button", { name: "Solve" }).click();
  await page.waitForURL((url) => url.pathname === "/forum");
  await ready(page);
  expect(tickets.length).toBe(before + 1);
  expect(asked.map((url) => url.split("?")[0])).toEqual([SCRIPT, FRAME, FRAME, FRAME]);
  expect(asked[1]).toContain("app=190000001");
});
