import { act, fireEvent, render, screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Dropdown, DropdownItem, loadDropdownMenu } from "../../client/ui/Dropdown.tsx";
import { preload } from "../../client/ui/useLoaded.ts";
import { DROPDOWN_CLOSE_MS, DROPDOWN_OPEN_MS } from "../../client/ui/useDropdown.ts";

/** The menu below a button, by mouse, by finger and by keyboard. */
beforeAll(() => preload(loadDropdownMenu));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const chosen = vi.fn();
function open(props: Partial<ComponentProps<typeof Dropdown>> = {}) {
  chosen.mockClear();
  const { container } = render(
    <>
      <Dropdown label="排序" trigger="排序" {...props}>
        <DropdownItem onSelect={() => chosen("new")}>最新</DropdownItem>
        <DropdownItem onSelect={() => chosen("hot")}>热门</DropdownItem>
        <DropdownItem to="/search">搜索</DropdownItem>
      </Dropdown>
      <p>外面</p>
    </>,
  );
  return { root: container.firstElementChild!, button: screen.getByRole("button", { name: "排序" }) };
}
const menu = () => screen.queryByRole("menu");
const focused = () => document.activeElement?.textContent;
const pass = (durationMs: number): void => act(() => void vi.advanceTimersByTime(durationMs));
const key = (name: string) => fireEvent.keyDown(document.activeElement!, { key: name });

test("the numbers are those of the specification", () => {
  expect([DROPDOWN_OPEN_MS, DROPDOWN_CLOSE_MS]).toEqual([250, 150]);
});

test("a mouse that rests on it opens after 250 ms, and closes 150 ms after it left", () => {
  const { root } = open({ opensOn: "hover" });
  fireEvent.pointerEnter(root, { pointerType: "mouse" });
  pass(249);
  expect(menu()).toBeNull();
  pass(1);
  expect(menu()).not.toBeNull();
  expect(focused(), "passing by moves no focus").not.toBe("最新");

  fireEvent.pointerLeave(root, { pointerType: "mouse" });
  pass(149);
  expect(menu()).not.toBeNull();
  pass(1);
  expect(menu()).toBeNull();
});

test("a mouse that passes opens nothing, and one that comes back in time closes nothing", () => {
  const { root } = open({ opensOn: "hover" });
  fireEvent.pointerEnter(root, { pointerType: "mouse" });
  pass(200);
  fireEvent.pointerLeave(root, { pointerType: "mouse" });
  pass(1_000);
  expect(menu()).toBeNull();

  fireEvent.pointerEnter(root, { pointerType: "mouse" });
  pass(250);
  fireEvent.pointerLeave(root, { pointerType: "mouse" });
  pass(100);
  fireEvent.pointerEnter(root, { pointerType: "mouse" });
  pass(1_000);
  expect(menu()).not.toBeNull();
});

test("one that opens on click does not open under a mouse that rests", () => {
  const { root, button } = open();
  fireEvent.pointerEnter(root, { pointerType: "mouse" });
  pass(1_000);
  expect(menu()).toBeNull();
  fireEvent.click(button);
  expect([button.getAttribute("aria-expanded"), focused()]).toEqual(["true", "最新"]);
  fireEvent.click(button);
  expect(menu()).toBeNull();
});

test("a click makes one stay that opened under the mouse", () => {
  const { root, button } = open({ opensOn: "hover" });
  fireEvent.pointerEnter(root, { pointerType: "mouse" });
  pass(250);
  fireEvent.click(button);
  fireEvent.pointerLeave(root, { pointerType: "mouse" });
  pass(1_000);
  expect(menu()).not.toBeNull();
});

test("a finger opens by tapping alone", () => {
  const { root, button } = open({ opensOn: "hover" });
  fireEvent.pointerEnter(root, { pointerType: "touch" });
  pass(1_000);
  expect(menu()).toBeNull();
  fireEvent.click(button);
  expect(menu()).not.toBeNull();
});

test.each([
  [{}, "bottom"],
  [{ placement: "left" as const }, "bottom-start"],
  [{ placement: "right" as const }, "bottom-end"],
])("placement %j puts the menu %s", (props, place) => {
  const { button } = open(props);
  fireEvent.click(button);
  expect(menu()?.dataset.position).toBe(place);
});

test("arrow keys go around, Home and End to the ends", () => {
  const { button } = open();
  button.focus();
  key("ArrowDown");
  const steps = ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "Home", "End"].map((name) => {
    key(name);
    return focused();
  });
  expect(steps).toEqual(["热门", "搜索", "最新", "搜索", "最新", "搜索"]);
});

test("ArrowUp opens at the end; Escape closes and gives the focus back", () => {
  const { button } = open();
  button.focus();
  key("ArrowUp");
  expect(focused()).toBe("搜索");
  key("Escape");
  expect([menu(), document.activeElement]).toEqual([null, button]);
});

test("Escape also closes one that a mouse opened", () => {
  const { root } = open({ opensOn: "hover" });
  fireEvent.pointerEnter(root, { pointerType: "mouse" });
  pass(250);
  fireEvent.keyDown(document.body, { key: "Escape" });
  expect(menu()).toBeNull();
});

test("Tab and a click outside close", () => {
  const { button } = open();
  fireEvent.click(button);
  key("Tab");
  expect(menu()).toBeNull();
  fireEvent.click(button);
  fireEvent.pointerDown(screen.getByText("最新"));
  expect(menu()).not.toBeNull();
  fireEvent.pointerDown(screen.getByText("外面"));
  expect(menu()).toBeNull();
});

test.each([
  [undefined, null],
  [true, null],
  [false, "menu"],
])("hidesOnClick %s leaves %s behind a choice", (hidesOnClick, role) => {
  const { button } = open({ hidesOnClick });
  fireEvent.click(button);
  fireEvent.click(screen.getByText("热门"));
  expect(chosen.mock.calls).toEqual([["hot"]]);
  expect(menu()?.getAttribute("role") ?? null).toBe(role);
});
