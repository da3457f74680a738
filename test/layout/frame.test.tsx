import { MockedProvider } from "@apollo/client/testing/react";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import type { ShellQuery } from "../../client/gql/graphql.ts";
import { LocaleContext } from "../../client/i18n/texts.ts";
import { DesktopHeader } from "../../client/layout/DesktopHeader.tsx";
import { FailureView } from "../../client/layout/FailureView.tsx";
import { Footer } from "../../client/layout/Footer.tsx";
import { type HeadContent, headTags, titleOf } from "../../client/layout/head.ts";
import { MobileHeader } from "../../client/layout/MobileHeader.tsx";
import { NotFound } from "../../client/layout/NotFound.tsx";
import { PageContext, type PageSettings, type Platform } from "../../client/platform/page.ts";
import { DESK_WIDTH, detectPlatform } from "../../client/platform/PlatformProvider.tsx";
import { SessionContext } from "../../client/session/useViewer.ts";

/** The frame of the site: headers, footer, head, and what stands where nothing is. */
const site = {
  name: "林间",
  pluginPlaces: [],
  pluginData: null,
  title: "",
  keywords: "森林",
  introduction: "关于树的论坛",
  logo: null,
  version: "v4.1.1",
  record: "",
  recordCode: "",
  isRegister: true,
  canViewThreads: true,
  viewerCanPublish: true,
  viewerCanAdminister: false,
  needsSetup: false,
  closed: false,
  switchedOff: [],
} as unknown as ShellQuery["site"];
const viewer = { id: "7", nickname: "小满", avatarUrl: null } as unknown as ShellQuery["viewer"];
const page: PageSettings = {
  platform: "pc",
  locale: "zh-CN",
  colorScheme: "auto",
  textSize: "normal",
  density: "cards",
  publicUrl: "https://forum.example",
  now: Date.UTC(2026, 10, 21),
};

function Where() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

interface Scene {
  who?: ShellQuery["viewer"];
  change?: Partial<ShellQuery["site"]>;
  platform?: Platform;
  locale?: "zh-CN" | "en";
  /** Addresses visited before, the present one last. */
  history?: string[];
}

function show(what: React.ReactNode, scene: Scene = {}) {
  const { who = null, change = {}, platform = "pc", locale = "zh-CN", history = ["/thread/1"] } = scene;
  const session = { viewer: who, site: { ...site, ...change } } as ShellQuery;
  return render(
    <MockedProvider mocks={[]}>
      <MemoryRouter initialEntries={history} initialIndex={history.length - 1}>
        <PageContext value={{ ...page, platform, locale }}>
          <LocaleContext value={locale}>
            <SessionContext value={session}>
              {what}
              <Where />
            </SessionContext>
          </LocaleContext>
        </PageContext>
      </MemoryRouter>
    </MockedProvider>,
  );
}

/** The ways in and back, as they lead from the first thread. */
const signIn = "/user/username-login?next=%2Fthread%2F1";
const register = "/user/register?next=%2Fthread%2F1";
const where = () => document.querySelector("output")!.textContent;
const linkTo = (path: string) => document.querySelector(`a[href="${path}"]`);
const historyOf = (entries: number) => vi.spyOn(history, "length", "get").mockReturnValue(entries);

afterEach(() => vi.restoreAllMocks());

const DESKTOP_AGENT = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140 Safari/537.36";
const PHONE_AGENT = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) Mobile/15E148 Safari/604.1";

test.each([
  ["a desk", DESKTOP_AGENT, 1440, true, "pc"],
  ["a desk", DESKTOP_AGENT, DESK_WIDTH, true, "pc"],
  ["a narrow window", DESKTOP_AGENT, DESK_WIDTH - 1, false, "h5"],
  ["a phone", PHONE_AGENT, 390, false, "h5"],
  ["a phone on its side", PHONE_AGENT, 844, true, "h5"],
  ["a tablet", PHONE_AGENT, DESK_WIDTH, false, "pc"],
  ["a small tablet", PHONE_AGENT, DESK_WIDTH - 1, false, "h5"],
] as const)("%s (%s, %i px, on its side: %s) gets %s", (_, agent, width, isLandscape, platform) => {
  expect(detectPlatform(agent, width, isLandscape)).toBe(platform);
});

test("the limit between the layouts is 800 px", () => expect(DESK_WIDTH).toBe(800));

test("at a desk a visitor finds home, discover, search, sign-in and register", () => {
  show(<DesktopHeader />);
  for (const path of ["/", "/discover", signIn, register, "/thread/post"]) {
    expect(linkTo(path), path).not.toBeNull();
  }
  expect(screen.getByRole("search").getAttribute("action")).toBe("/search");
  expect(linkTo("/message")).toBeNull();
});

test("discover needs canViewThreads, register needs isRegister", () => {
  show(<DesktopHeader />, { change: { canViewThreads: false, isRegister: false } });
  expect([linkTo("/discover"), linkTo(register)]).toEqual([null, null]);
  expect(linkTo(signIn)).not.toBeNull();
});

test("a member finds publish, messages and the menu with personal centre and sign-out", async () => {
  show(<DesktopHeader />, { who: viewer });
  expect([linkTo("/thread/post"), linkTo("/message")]).not.toContain(null);
  expect([linkTo(signIn), linkTo(register)]).toEqual([null, null]);
  fireEvent.click(screen.getByRole("button", { name: "账号菜单" }));
  const items = within(await screen.findByRole("menu")).getAllByRole("menuitem");
  expect(items.map(({ textContent }) => textContent)).toEqual([
    "个人中心",
    "收藏",
    "草稿",
    "设置",
    "外观：跟随系统",
    "Switch to English",
    "键盘快捷键",
    "退出登录",
  ]);
});

test.each([
  ["Enter", () => fireEvent.submit(screen.getByRole("search"))],
  ["the icon", () => fireEvent.click(screen.getByRole("button", { name: "搜索" }))],
])("%s leads from the search box to the results", (_, send) => {
  show(<DesktopHeader />);
  const field = screen.getByPlaceholderText("搜索");
  fireEvent.change(field, { target: { value: "橡 树" } });
  send();
  expect(where()).toBe("/search?keyword=%E6%A9%A1%20%E6%A0%91");
});

test("a configured logo takes the place of the forum's own mark", () => {
  const { container } = show(<DesktopHeader />, { change: { logo: "/files/site/logo.webp" } });
  const brand = screen.getByRole("link", { name: "林间" });
  expect([brand.getAttribute("href"), brand.querySelector("img")?.getAttribute("src")]).toEqual([
    "/",
    "/files/site/logo.webp",
  ]);
  expect(container.querySelector(`a[aria-label="林间"] svg`)).toBeNull();
});

test.each([
  [1, "/"],
  [2, "/search"],
])("back on a phone, with %i entries in the history, leads to %s", (entries, target) => {
  historyOf(entries);
  show(<MobileHeader />, { platform: "h5", who: viewer, history: ["/search", "/thread/1"] });
  for (const path of ["/", "/message", "/my"]) expect(linkTo(path), path).not.toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "返回" }));
  expect(where()).toBe(target);
});

test("the footer says year, name and version, and links filing records where they are looked up", () => {
  show(<Footer />, { change: { record: "京ICP备12345678号", recordCode: "京公网安备 11010502030143号" } });
  const text = screen.getByRole("contentinfo").textContent!;
  expect(text).toContain("© 2026 林间");
  expect(text).toContain("v4.1.1");
  expect(screen.getByTitle("2023-01-10").textContent).toContain("v4.1.1");
  const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links).toContain("https://beian.miit.gov.cn/");
  expect(links).toContain("https://beian.mps.gov.cn/#/query/webSearch?code=11010502030143");
});

test("without records the footer has none", () => {
  show(<Footer />);
  expect(document.querySelector('a[href*="beian"]')).toBeNull();
});

const tagsOf = (content: HeadContent) => headTags(content, site, page.publicUrl, "zh-CN");
const meta = (content: HeadContent, name: string) =>
  tagsOf(content).find(({ attributes }) => attributes.name === name)?.attributes.content;

test("the head: page - site; keywords page,site; the page's description or else the introduction", () => {
  expect(titleOf({ title: "橡树" }, site)).toBe("橡树 - 林间");
  expect(titleOf({}, site)).toBe("林间");
  expect(meta({ title: "橡树", keywords: "树" }, "keywords")).toBe("树,森林");
  expect(meta({ title: "橡树" }, "keywords")).toBe("森林");
  expect(meta({ description: "一棵树" }, "description")).toBe("一棵树");
  expect(meta({}, "description")).toBe("关于树的论坛");
});

test.each([
  ["zh-CN", "没有找到资源", "你要访问的页面可能已被删除、已更改名称或暂时不可用", "返回上一页"],
  [
    "en",
    "No resource found",
    "The page you want to visit may have been deleted, renamed or is temporarily unavailable",
    "Back to previous page",
  ],
] as const)("the not-found page in %s", (locale, title, text, button) => {
  show(<NotFound />, { locale });
  expect(document.title).toBe(`${title} - 林间`);
  expect(screen.getByRole("img", { name: "404" })).toBeTruthy();
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByRole("button", { name: button })).toBeTruthy();
});

test.each([
  ["pc", 1, "/"],
  ["pc", 2, "/search"],
  ["h5", 1, "/search"],
  ["h5", 2, "/search"],
] as const)("its button on %s with %i entries in the history leads to %s", (platform, entries, target) => {
  historyOf(entries);
  show(<NotFound />, { platform, history: ["/search", "/nothing"] });
  fireEvent.click(screen.getByRole("button", { name: "返回上一页" }));
  expect(where()).toBe(target);
});

const denied = {
  code: "FORBIDDEN",
  message: "没有权限",
  requestId: "r-1",
  field: null,
  permission: "thread.viewPosts",
};

test("who is refused learns why, who may, what to do, and what to quote", () => {
  show(<FailureView failure={denied} retry={() => undefined} />, { who: viewer });
  const text = screen.getByRole("heading", { name: "没有权限查看" }).parentElement!.textContent!;
  for (const part of ["没有权限", "thread.viewPosts", "管理员", "r-1"]) expect(text).toContain(part);
  expect(linkTo("/")).not.toBeNull();
});

test("a visitor who is refused may sign in and come back, or register", () => {
  show(<FailureView failure={{ ...denied, code: "LOGIN_REQUIRED" }} retry={() => undefined} />);
  expect(linkTo(signIn)).not.toBeNull();
  expect(linkTo(register)).not.toBeNull();
});

test("what failed can be tried again, with the request's id or the transport's words", () => {
  const retry = vi.fn();
  const failure = { code: "TIMEOUT", message: "服务器响应超时", requestId: null, field: null };
  show(<FailureView failure={{ ...failure, detail: "timeout of 30000ms exceeded" }} retry={retry} />);
  expect(screen.getByRole("alert").textContent).toContain("timeout of 30000ms exceeded");
  fireEvent.click(screen.getByRole("button", { name: "重试" }));
  expect(retry).toHaveBeenCalledOnce();
});
