import { ApolloClient, ApolloLink, InMemoryCache, Observable } from "@apollo/client";
import { ApolloProvider } from "@apollo/client/react";
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { OWN_PLACEHOLDER_PX, PLACEHOLDER_PX } from "../../client/features/users/card/ProfileCard.tsx";
import { UserCards } from "../../client/features/users/card/UserCards.tsx";
import { UserCardsSlot } from "../../client/features/users/card/UserCardsSlot.tsx";
import {
  CARD_CLOSE_MS,
  CARD_OPEN_MS,
  LONG_PRESS_MS,
} from "../../client/features/users/card/userCardWatch.ts";
import type { ShellQuery } from "../../client/gql/graphql.ts";
import { LocaleContext, type Locale } from "../../client/i18n/texts.ts";
import { SessionContext } from "../../client/session/useViewer.ts";
import { ConfirmProvider } from "../../client/ui/confirm.tsx";
import { hideToast, ToastHost } from "../../client/ui/toast.tsx";

/** The profile card without a server: the tests answer what it asks, when they like. */
const ADA = {
  __typename: "User",
  id: "7",
  nickname: "Ada",
  avatarUrl: null,
  signature: "",
  threadCount: 4,
  likedCount: 66,
  followCount: 14,
  fansCount: 8,
  badges: [],
  isBanned: false,
  followState: "NONE",
  isDeny: false,
  viewerCanFollow: true,
  viewerCanBlock: true,
  group: { __typename: "Group", id: "10", name: "会员", isDisplay: false },
};

interface Asked {
  name: string;
  answer: (data: object) => Promise<void>;
  refuse: (message: string, code?: string) => Promise<void>;
}
let asked: Asked[];

beforeEach(() => {
  asked = [];
  vi.useFakeTimers();
});
afterEach(() => {
  act(() => hideToast());
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="address">{pathname + search}</output>;
}

/** The cards as they are when their code came before anybody. */
const READY = <UserCards missed={{ current: null }} />;

/** A page with names of Ada and of the viewer, seen by that viewer. */
function open(viewerId: string | null = "1", locale: Locale = "zh-CN", cards = READY) {
  const link = new ApolloLink(
    ({ operationName: name }) =>
      new Observable((observer) => {
        const settle = (result: object) =>
          act(async () => {
            observer.next(result as ApolloLink.Result);
            observer.complete();
            await vi.advanceTimersByTimeAsync(1);
          });
        asked.push({
          name: name!,
          answer: (data) => settle({ data }),
          refuse: (message, code = "FORBIDDEN") =>
            settle({ data: null, errors: [{ message, extensions: { code } }] }),
        });
      }),
  );
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  const viewer = viewerId && { __typename: "User", id: viewerId, nickname: "Me", avatarUrl: null };
  const session = { viewer, site: { switchedOff: [] } } as unknown as ShellQuery;
  render(
    <ApolloProvider client={client}>
      <MemoryRouter initialEntries={["/"]}>
        <LocaleContext value={locale}>
          <SessionContext value={session}>
            <ConfirmProvider>
              <a href="/user/7">Ada</a>
              <a href="/user/7?tab=fans">Fans</a>
              <span data-user-card="7" data-card-side="left">
                face
              </span>
              <a href="/user/1">Me</a>
              <p>elsewhere</p>
              <Address />
              {cards}
              <ToastHost />
            </ConfirmProvider>
          </SessionContext>
        </LocaleContext>
      </MemoryRouter>
    </ApolloProvider>,
  );
}

const pass = (durationMs: number) => act(() => vi.advanceTimersByTimeAsync(durationMs));
const over = (text: string, pointerType = "mouse") =>
  fireEvent.pointerOver(screen.getByText(text), { pointerType });
const card = () => document.querySelector<HTMLElement>("[data-profile-card]");
const inCard = () => within(card()!);
const toast = () => document.querySelector(".toast")?.textContent;

/** Rests on a name until the card is there and its profile was answered. */
async function openCard(viewerId?: string | null, profile: object = ADA, locale?: Locale): Promise<void> {
  open(viewerId, locale);
  over("Ada");
  await pass(CARD_OPEN_MS);
  await asked[0]!.answer({ user: profile });
  asked = [];
}

test("the numbers are those of the specification", () => {
  expect([CARD_CLOSE_MS, OWN_PLACEHOLDER_PX, PLACEHOLDER_PX, LONG_PRESS_MS]).toEqual([200, 145, 205, 500]);
  // What comes within a tenth of a second comes at once.
  expect(CARD_OPEN_MS).toBeLessThanOrEqual(100);
});

describe("opening and closing", () => {
  test.each(["Ada", "face"])(
    "a mouse that rests on %s opens it, one that left closes it after 200 ms",
    async (name) => {
      open();
      over(name);
      await pass(CARD_OPEN_MS - 1);
      expect(card()).toBeNull();
      await pass(1);
      expect(card()).not.toBeNull();
      over("elsewhere");
      await pass(199);
      expect(card()).not.toBeNull();
      await pass(1);
      expect(card()).toBeNull();
    },
  );

  const touch = { pointerType: "touch", clientX: 5, clientY: 5 };
  test.each<[string, () => void, boolean]>([
    ["mouse that rests", () => over("Ada"), true],
    ["mouse that went on", () => [over("Ada"), over("elsewhere")], false],
    ["finger that rests", () => fireEvent.pointerDown(screen.getByText("face"), touch), true],
    [
      "finger that was lifted",
      () => [
        fireEvent.pointerDown(screen.getByText("face"), touch),
        fireEvent.pointerUp(screen.getByText("face"), touch),
      ],
      false,
    ],
  ])("a %s before the code has come is not forgotten, nor made up", async (_, come, opens) => {
    open("1", "zh-CN", <UserCardsSlot />);
    come();
    await act(() => vi.dynamicImportSettled());
    await pass(LONG_PRESS_MS);
    expect(card() !== null).toBe(opens);
  });

  test.each(["Fans", "elsewhere"])("%s opens nothing", async (name) => {
    open();
    over(name);
    await pass(2_000);
    expect([card(), asked]).toEqual([null, []]);
  });

  test("a mouse that passes by opens nothing and asks nothing", async () => {
    open();
    over("Ada");
    await pass(CARD_OPEN_MS - 50);
    over("elsewhere");
    await pass(2_000);
    expect([card(), asked]).toEqual([null, []]);
  });

  test("a mouse on the card, or back on the name, keeps it open", async () => {
    await openCard();
    over("elsewhere");
    await pass(100);
    fireEvent.pointerOver(card()!, { pointerType: "mouse" });
    await pass(2_000);
    expect(card()).not.toBeNull();
    over("elsewhere");
    await pass(100);
    over("face");
    await pass(2_000);
    expect(card()).not.toBeNull();
  });

  test("Escape closes it, and so does a click beside it", async () => {
    await openCard();
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(card()).toBeNull();
    over("elsewhere");
    over("Ada");
    await pass(CARD_OPEN_MS);
    expect(card()).not.toBeNull();
    fireEvent.pointerDown(inCard().getByText("帖子"));
    expect(card()).not.toBeNull();
    fireEvent.pointerDown(screen.getByText("elsewhere"), { pointerType: "mouse" });
    expect(card()).toBeNull();
  });

  test("the keyboard opens it at the name; ArrowDown enters, Escape leads back", async () => {
    open();
    const name = screen.getByText("Ada");
    fireEvent.keyDown(document.body, { key: "Tab" });
    act(() => name.focus());
    await pass(CARD_OPEN_MS);
    await asked[0]!.answer({ user: ADA });
    expect(document.activeElement).toBe(name);
    expect(document.getElementById(name.getAttribute("aria-describedby")!)?.textContent).toBe(
      "按 ↓ 进入名片，Esc 关闭",
    );
    fireEvent.keyDown(name, { key: "ArrowDown" });
    expect(document.activeElement).toBe(inCard().getByRole("link", { name: "Ada" }));
    fireEvent.keyDown(document.activeElement!, { key: "Escape" });
    expect([document.activeElement, card()]).toEqual([name, null]);
    expect(name.hasAttribute("aria-describedby")).toBe(false);
    await pass(2_000);
    expect(card(), "the focus that came back opens nothing").toBeNull();
  });

  test("a finger opens it after 500 ms, unless it moves or lifts", async () => {
    open();
    const face = screen.getByText("face");
    for (const end of ["pointerUp", "pointerCancel"] as const) {
      fireEvent.pointerDown(face, touch);
      await pass(LONG_PRESS_MS - 1);
      fireEvent[end](face, touch);
      await pass(1_000);
      expect(card(), end).toBeNull();
    }
    fireEvent.pointerDown(face, touch);
    fireEvent.pointerMove(face, { ...touch, clientY: 40 });
    await pass(1_000);
    expect(card(), "scrolling").toBeNull();

    fireEvent.pointerDown(face, touch);
    await pass(LONG_PRESS_MS);
    expect(card()).not.toBeNull();
    fireEvent.pointerUp(face, touch);
    expect(fireEvent.click(face), "the click that follows does nothing").toBe(false);
    await pass(2_000);
    expect(card()).not.toBeNull();
  });
});

describe("what it shows", () => {
  test.each([
    ["Ada", "205px"],
    ["Me", "145px"],
  ])("while the profile of %s loads it keeps %s free", async (name, height) => {
    open();
    over(name);
    await pass(CARD_OPEN_MS);
    expect(card()!.getAttribute("aria-busy")).toBe("true");
    expect((card()!.firstElementChild as HTMLElement).style.minHeight).toBe(height);
  });

  test.each([
    ["zh-CN", "还没有签名", ["4帖子", "66获赞", "14关注", "8粉丝"]],
    ["en", "No signature yet", ["4Threads", "66Likes", "14Following", "8Followers"]],
  ] as const)("in %s an empty signature is %j, and there are four counts", async (locale, none, counts) => {
    await openCard("1", ADA, locale);
    expect(inCard().getByText(none)).toBeDefined();
    const shown = [...card()!.querySelectorAll("dl > div")].map(
      (each) => `${each.querySelector("dd")!.textContent}${each.querySelector("dt")!.textContent}`,
    );
    expect(shown).toEqual(counts);
  });

  test("a profile is loaded once", async () => {
    await openCard();
    over("elsewhere");
    await pass(CARD_CLOSE_MS);
    over("face");
    await pass(CARD_OPEN_MS);
    expect(inCard().getByText("还没有签名")).toBeDefined();
    expect(asked).toEqual([]);
  });

  test("one's own card has no buttons", async () => {
    open();
    over("Me");
    await pass(CARD_OPEN_MS);
    await asked[0]!.answer({ user: { ...ADA, id: "1", nickname: "Me", signature: "我" } });
    expect(inCard().getByText("我")).toBeDefined();
    expect(inCard().queryAllByRole("button")).toEqual([]);
  });

  test("what failed is told, and can be tried again", async () => {
    open();
    over("Ada");
    await pass(CARD_OPEN_MS);
    await asked[0]!.refuse("没有权限");
    expect(inCard().getByRole("alert").textContent).toContain("没有权限");
    fireEvent.click(inCard().getByRole("button", { name: "重试" }));
    await pass(1);
    await asked[1]!.answer({ user: ADA });
    expect(inCard().getByText("还没有签名")).toBeDefined();
  });
});

describe("what it does", () => {
  const fans = () => inCard().getByText("粉丝").parentElement!.querySelector("dd")!.textContent;
  const follow = () => inCard().getByRole("button", { name: /^(关注|已关注|互相关注)$/ });
  const press = async (button: HTMLElement) => {
    fireEvent.click(button);
    await pass(1);
  };

  test("a follow shows at once, and becomes mutual if the server says so", async () => {
    await openCard();
    await press(follow());
    expect([follow().textContent, fans(), follow().getAttribute("aria-busy")]).toEqual([
      "已关注",
      "9",
      "true",
    ]);
    await asked[0]!.answer({ followUser: { ...ADA, followState: "MUTUAL", fansCount: 9 } });
    expect([follow().textContent, fans()]).toEqual(["互相关注", "9"]);
    await press(follow());
    expect([asked[1]!.name, follow().textContent, fans()]).toEqual(["UnfollowUser", "关注", "8"]);
  });

  test("a refused follow is taken back, and the server's message is told", async () => {
    await openCard();
    await press(follow());
    expect(fans()).toBe("9");
    await asked[0]!.refuse("对方不允许关注");
    expect([follow().textContent, fans(), toast()]).toEqual(["关注", "8", "对方不允许关注"]);
    expect(document.querySelector(".toast.info")).not.toBeNull();
  });

  test("a double click follows once", async () => {
    await openCard();
    fireEvent.click(follow());
    fireEvent.click(follow());
    await pass(1);
    expect(asked.map(({ name }) => name)).toEqual(["FollowUser"]);
  });

  test("message leads to the chat", async () => {
    await openCard("1", { ...ADA, nickname: "Ada & Bo" });
    expect(inCard().getByRole("link", { name: "私信" }).getAttribute("href")).toBe(
      "/message?page=chat&userId=7&nickname=Ada+%26+Bo",
    );
  });

  test("unblocking tells so for a second, and ignores further clicks meanwhile", async () => {
    await openCard("1", { ...ADA, isDeny: true });
    const button = inCard().getByRole("button", { name: "取消拉黑" });
    await press(button);
    await press(button);
    expect([asked.map(({ name }) => name), button.getAttribute("aria-busy")]).toEqual([
      ["UnblockUser"],
      "true",
    ]);
    await asked[0]!.answer({ unblockUser: { ...ADA, isDeny: false } });
    expect(toast()).toBe("解除拉黑成功");
    await pass(990);
    expect(document.querySelector(".toast[data-leaving]")).toBeNull();
    await pass(10);
    expect(document.querySelector(".toast[data-leaving]")).not.toBeNull();
  });

  test("that the server broke when somebody is unblocked is told, with a way to try again, and logged", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await openCard("1", { ...ADA, isDeny: true });
    await press(inCard().getByRole("button", { name: "取消拉黑" }));
    await asked[0]!.refuse("出错了", "INTERNAL_ERROR");
    expect(toast()).toContain("出错了");
    expect(log).toHaveBeenCalledOnce();
    await press(screen.getByRole("button", { name: "重试" }));
    expect(asked.map(({ name }) => name)).toEqual(["UnblockUser", "UnblockUser"]);
    await asked[1]!.answer({ unblockUser: { ...ADA, isDeny: false } });
    expect(toast()).toBe("解除拉黑成功");
  });

  test.each(["关注", "私信", "拉黑"])(
    "a visitor who presses %s is asked to sign in and comes back",
    async (name) => {
      const visitor = { ...ADA, follow: null, viewerCanFollow: false, viewerCanBlock: false };
      await openCard(null, visitor);
      const [button] = [
        ...inCard().queryAllByRole("button", { name }),
        ...inCard().queryAllByRole("link", { name }),
      ];
      await press(button!);
      expect(toast()).toBe("请先登录！");
      expect(screen.getByLabelText("address").textContent).toMatch(/^\/user\/(username-)?login/);
      // Whoever wanted to write goes on to the chat.
      const next = name === "私信" ? expect.stringMatching(/^\/message\?page=chat&/) : "/";
      expect([asked, sessionStorage.getItem("__jump_url")]).toEqual([[], next]);
      expect(card(), "it does not follow to another page").toBeNull();
    },
  );
});
