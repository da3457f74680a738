import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { Avatar, AVATAR_SIZES } from "../../client/ui/Avatar.tsx";
import { AvatarGroup } from "../../client/ui/AvatarGroup.tsx";
import { Badge, BADGE_MAX } from "../../client/ui/Badge.tsx";
import { Button } from "../../client/ui/Button.tsx";
import { LoadingBlock } from "../../client/ui/LoadingBlock.tsx";
import { Spinner, SPINNER_BLADES } from "../../client/ui/Spinner.tsx";
import { LINK_TEXT_MAX, TruncatedLink } from "../../client/ui/TruncatedLink.tsx";

/** Small widgets: spinner, badge, link, button, avatar. */
test("the numbers are those of the specification", () => {
  expect([SPINNER_BLADES, BADGE_MAX, LINK_TEXT_MAX]).toEqual([12, 99, 20]);
});

describe("spinner", () => {
  test("the spoked one has twelve blades, the circular one none", () => {
    const { container } = render(<Spinner type="spoked" />);
    expect(container.querySelectorAll(".blade")).toHaveLength(12);
    const { container: other } = render(<Spinner />);
    expect([other.firstElementChild?.className, other.querySelectorAll(".blade").length]).toEqual([
      "spinner md circular",
      0,
    ]);
  });

  test("it says what it waits for, or leaves that to the text beside it", () => {
    render(<Spinner label="正在搜索" />);
    expect(screen.getByRole("status", { name: "正在搜索" })).toBeDefined();
    const { container } = render(<Spinner />);
    expect(container.firstElementChild?.getAttribute("aria-hidden")).toBe("true");
  });

  test("a loading block says that something loads", () => {
    render(<LoadingBlock />);
    expect(screen.getByRole("status").textContent).toBe("加载中…");
  });
});

describe("badge", () => {
  test.each([
    [1, "1"],
    [99, "99"],
    [100, "99+"],
    [12_345, "99+"],
  ])("%i shows as %s, and the real number is said", (count, shown) => {
    render(<Badge count={count} label={`${count} 条未读`} />);
    expect(screen.getByText(shown).getAttribute("aria-hidden")).toBe("true");
    expect(screen.getByText(`${count} 条未读`).className).toBe("visually-hidden");
    expect(screen.getByTitle(`${count} 条未读`)).toBeDefined();
  });

  test("nothing shows at 0, except what it would sit on", () => {
    const { container } = render(<Badge count={0} />);
    expect(container.textContent).toBe("");
    const { container: icon } = render(<Badge count={0}>消息</Badge>);
    expect(icon.textContent).toBe("消息");
  });
});

describe("truncated link", () => {
  const twenty = "一二三四五六七八九十一二三四五六七八九十";
  test.each([
    [twenty, twenty],
    [`${twenty}一`, `${twenty}…`],
    ["👨‍👩‍👧‍👦".repeat(21), `${"👨‍👩‍👧‍👦".repeat(20)}…`],
    ["🇨🇳".repeat(20), "🇨🇳".repeat(20)],
  ])("%j shows as %j", (text, shown) => {
    const { container } = render(<TruncatedLink href="https://example.org/" text={text} />);
    expect(container.textContent).toBe(shown);
  });

  test("the whole address is its title and where it leads", () => {
    const address = "https://example.org/a/long/path?with=query";
    render(<TruncatedLink href={address} />);
    const link = screen.getByRole("link");
    expect([link.title, link.getAttribute("href"), link.textContent]).toEqual([
      address,
      address,
      "https://example.org/…",
    ]);
    expect(link.getAttribute("rel")).toContain("noopener");
  });

  test("an address of the site is followed within the site", () => {
    render(<TruncatedLink href="/thread/1" />);
    expect([
      screen.getByRole("link").getAttribute("href"),
      screen.getByRole("link").getAttribute("target"),
    ]).toEqual(["/thread/1", null]);
  });

  test("what is no web address leads nowhere", () => {
    const { container } = render(<TruncatedLink href="javascript:alert(1)" />);
    expect(container.querySelector("a")?.hasAttribute("href")).toBe(false);
  });
});

describe("button", () => {
  test.each(["sm", "md", "lg"] as const)("it has the size %s", (size) => {
    render(<Button size={size}>发送</Button>);
    expect(screen.getByRole("button").classList.contains(size)).toBe(true);
  });

  test("it is medium, plain and sends no form unless it says so", () => {
    render(<Button>发送</Button>);
    const button = screen.getByRole<HTMLButtonElement>("button");
    expect([button.className, button.type]).toEqual(["button default md", "button"]);
  });

  test.each(["primary", "default", "subtle", "danger"] as const)("it has the type %s", (variant) => {
    render(<Button variant={variant}>发送</Button>);
    expect(screen.getByRole("button").classList.contains(variant)).toBe(true);
  });

  test.each([
    [{}, 1],
    [{ loading: true }, 0],
    [{ disabled: true }, 0],
  ])("with %j a click counts %i times", (state, times) => {
    const send = vi.fn();
    render(
      <Button {...state} onClick={send}>
        发送
      </Button>,
    );
    fireEvent.click(screen.getByRole("button"));
    expect(send).toHaveBeenCalledTimes(times);
  });

  test("one that loads sends no form, follows no link, and says that it is busy", () => {
    const submit = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
    render(
      <form onSubmit={submit}>
        <Button type="submit" loading>
          发送
        </Button>
        <Button to="/thread/1" loading>
          打开
        </Button>
      </form>,
    );
    const button = screen.getByRole("button");
    fireEvent.click(button);
    expect(submit).not.toHaveBeenCalled();
    expect(button.getAttribute("aria-busy")).toBe("true");
    expect(button.querySelector(".spinner")).not.toBeNull();
    expect(fireEvent.click(screen.getByRole("link")), "the click was prevented").toBe(false);
  });
});

describe("avatar", () => {
  test("it is primary and square unless it says otherwise", () => {
    const { container } = render(<Avatar name="Ada" src="/a.webp" />);
    const image = container.querySelector("img")!;
    expect([image.width, image.classList.contains("circle")]).toEqual([AVATAR_SIZES.primary, false]);
    const { container: round } = render(<Avatar name="Ada" src={null} circle />);
    expect(round.firstElementChild?.classList.contains("circle")).toBe(true);
  });

  test.each(Object.entries(AVATAR_SIZES))("size %s is %i px", (size, px) => {
    const { container } = render(
      <Avatar name="Ada" src="/a.webp" size={size as keyof typeof AVATAR_SIZES} />,
    );
    expect(container.querySelector("img")!.width).toBe(px);
  });

  test.each([
    [undefined, null],
    [0, null],
    [1, "like"],
    [2, "heart"],
    [3, "heart"],
  ])("userType %s puts %s on its corner", (userType, mark) => {
    const { container } = render(<Avatar name="Ada" src={null} userType={userType} />);
    expect(container.querySelector<SVGElement>("[data-mark]")?.dataset.mark ?? null).toBe(mark);
  });

  test("a picture that cannot be had gives way to the letter", () => {
    const { container } = render(<Avatar name="ada" src="/gone.webp" />);
    fireEvent.error(container.querySelector("img")!);
    expect(container.textContent).toBe("A");
  });

  test("it carries whose it is, and to which side the profile opens", () => {
    const { container } = render(<Avatar name="Ada" src={null} userId="7" direction="left" />);
    const { userCard, cardSide } = (container.firstElementChild as HTMLElement).dataset;
    expect([userCard, cardSide]).toEqual(["7", "left"]);
  });

  test.each([
    [3, 3, ["A", "B", "C"]],
    [2, 3, ["A", "B", "+1"]],
    [2, 120, ["A", "B", "+118"]],
  ])("a group of at most %i of %i shows %j", (maxCount, total, shown) => {
    const people = ["ada", "bob", "cid"].map((nickname) => ({ id: nickname, nickname, avatarUrl: null }));
    render(<AvatarGroup people={people} maxCount={maxCount} total={total} label="点赞的人" />);
    const group = screen.getByRole("img", { name: "点赞的人" });
    expect([...group.children].map((each) => each.textContent)).toEqual(shown);
  });
});
