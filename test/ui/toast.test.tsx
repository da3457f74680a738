import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  BLOCK_TOAST_MS,
  ERROR_TOAST_MS,
  hideToast,
  showToast,
  toast,
  TOAST_FADE_MS,
  TOAST_MS,
  ToastHost,
  type ToastType,
} from "../../client/ui/toast.tsx";

/** Notices: one at a time, for as long as the specification says, and kept for those who hear the page. */
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  act(() => hideToast());
  vi.useRealTimers();
});

/** The notice that people see; null when there is none. */
const seen = () => document.querySelector<HTMLElement>(".toast");
const pass = (durationMs: number): void => act(() => void vi.advanceTimersByTime(durationMs));

test("the numbers are those of the specification", () => {
  expect([TOAST_MS, BLOCK_TOAST_MS]).toEqual([1_500, 1_000]);
  expect(ERROR_TOAST_MS).toBeGreaterThanOrEqual(5_000);
});

test.each([
  ["info", 1_500],
  ["success", 1_500],
  ["warning", 1_500],
])("a toast of type %s fades after %i ms", (type, stayMs) => {
  render(<ToastHost />);
  act(() => void toast[type as "info"]("已保存"));
  expect(seen()?.className).toBe(`toast ${type}`);

  pass(stayMs - 1);
  expect(seen()?.dataset.leaving).toBeUndefined();
  pass(1);
  expect(seen()?.dataset.leaving).toBe("true");
  pass(TOAST_FADE_MS);
  expect(seen()).toBeNull();
});

test("a toast may say how long it stays", () => {
  render(<ToastHost />);
  act(() => void showToast({ type: "success", message: "拉黑成功", durationMs: BLOCK_TOAST_MS }));
  pass(999);
  expect(seen()?.dataset.leaving).toBeUndefined();
  pass(1);
  expect(seen()?.dataset.leaving).toBe("true");
});

test("a new toast takes the place of the one before, with a time of its own", () => {
  render(<ToastHost />);
  act(() => void toast.info("第一条"));
  pass(1_400);
  act(() => void toast.success("第二条"));
  expect(document.querySelectorAll(".toast")).toHaveLength(1);
  expect(screen.queryByText("第一条")).toBeNull();
  pass(1_400);
  expect(seen()?.textContent).toBe("第二条");
});

test("a loading toast stays until it is hidden", () => {
  render(<ToastHost />);
  act(() => void toast.loading("正在上传…"));
  pass(60_000);
  expect(seen()?.textContent).toBe("正在上传…");
  act(() => void toast.hide());
  expect(seen()).toBeNull();
});

test.each(["button", "Escape"])("an error stays long enough, and can be dismissed by %s", (way) => {
  render(<ToastHost />);
  act(() => void toast.error("网络连接失败", { durationMs: 100 }));
  pass(4_999);
  expect(seen()?.textContent).toContain("网络连接失败");
  act(() =>
    way === "button"
      ? screen.getByRole("button", { name: "关闭" }).click()
      : void document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" })),
  );
  expect(seen()).toBeNull();
});

test("an error under the pointer waits", () => {
  render(<ToastHost />);
  act(() => void toast.error("网络连接失败"));
  const over = (name: string) =>
    act(() => void seen()!.dispatchEvent(new MouseEvent(name, { bubbles: true })));
  over("pointerover");
  pass(60_000);
  expect(seen()?.dataset.leaving).toBeUndefined();
  over("pointerout");
  pass(ERROR_TOAST_MS + TOAST_FADE_MS);
  pass(TOAST_FADE_MS);
  expect(seen()).toBeNull();
});

test.each([
  ["info", "status"],
  ["success", "status"],
  ["warning", "status"],
  ["loading", "status"],
  ["error", "alert"],
])("what a toast of type %s said stays in the region %s", (type, role) => {
  render(<ToastHost />);
  const region = screen.getByRole(role);
  expect(region.textContent).toBe("");
  act(() => void showToast({ type: type as ToastType, message: "已收藏" }));
  expect(region.textContent).toContain("已收藏");
  act(() => hideToast());
  expect(seen()).toBeNull();
  expect(region.textContent).toBe("已收藏");
});

test("only a mask keeps clicks from the page", () => {
  const { container } = render(<ToastHost />);
  act(() => void showToast({ type: "success", message: "拉黑成功" }));
  expect(container.querySelector("[data-mask]")).toBeNull();
  act(() => void toast.loading("正在保存…", { mask: true }));
  expect(container.querySelector("[data-mask]")).not.toBeNull();
});
