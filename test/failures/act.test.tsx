import { act as settle, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { act, SLOW_MS, useAct } from "../../client/ui/act.ts";
import { hideToast, ToastHost } from "../../client/ui/toast.tsx";
import { unreachable } from "../../client/platform/transport.ts";

/** Actions that worked, are slow or failed: each says so, and a failed one offers to try again. */
beforeEach(() => {
  vi.useFakeTimers();
  render(<ToastHost />);
});
afterEach(() => {
  settle(() => hideToast());
  vi.useRealTimers();
});

const seen = () => document.querySelector<HTMLElement>(".toast")?.textContent ?? null;
const pass = (durationMs = 0) => settle(() => vi.advanceTimersByTimeAsync(durationMs));
const refusal = (code: string, message: string) => ({ errors: [{ message, extensions: { code } }] });

test.each([
  ["a cut line", unreachable(), "网络连接失败"],
  ["a server that broke", refusal("INTERNAL_ERROR", "内部错误"), "内部错误"],
  ["a server that is busy", refusal("OVERLOADED", "服务器繁忙"), "服务器繁忙"],
  ["too many attempts", refusal("RATE_LIMITED", "操作太频繁"), "操作太频繁"],
])("%s is told, tried again by a press, and then told to have worked", async (_what, error, message) => {
  const work = vi.fn<() => Promise<string>>().mockRejectedValueOnce(error).mockResolvedValueOnce("ok");
  await settle(async () => expect(await act(work, { done: "已保存" })).toBeUndefined());
  expect(seen()).toContain(message);
  fireEvent.click(screen.getByRole("button", { name: "重试" }));
  await pass();
  expect([work.mock.calls.length, seen()]).toEqual([2, "已保存"]);
});

test("a refusal is told in the server's words, without a retry that cannot help", async () => {
  const work = () => Promise.reject(Object.assign(new Error(), refusal("FORBIDDEN", "没有权限")));
  await settle(() => act(work));
  expect(seen()).toContain("没有权限");
  expect(screen.queryByRole("button", { name: "重试" })).toBeNull();
});

test("a slow answer is announced, and what it was takes the place of that", async () => {
  let answer = (_: string): void => undefined;
  void act(() => new Promise<string>((done) => (answer = done)), { done: "已删除" });
  await pass(SLOW_MS - 1);
  expect(seen()).toBeNull();
  await pass(1);
  expect(seen()).toBe("正在处理…");
  await settle(async () => answer("ok"));
  expect(seen()).toBe("已删除");
});

test("a slow answer with nothing to say takes its announcement away", async () => {
  let answer = (_: string): void => undefined;
  void act(() => new Promise<string>((done) => (answer = done)));
  await pass(SLOW_MS);
  await settle(async () => answer("ok"));
  expect(seen()).toBeNull();
});

test("what was done is not done twice because the list could not be read afterwards", async () => {
  const work = vi.fn(() => Promise.resolve("ok"));
  const reread = vi
    .fn<() => Promise<unknown>>()
    .mockRejectedValueOnce(unreachable())
    .mockResolvedValueOnce(1);
  await settle(() => act(work, { done: "已删除", reread }));
  expect(seen()).toContain("网络连接失败");
  fireEvent.click(screen.getByRole("button", { name: "重试" }));
  await pass();
  expect([work.mock.calls.length, reread.mock.calls.length]).toEqual([1, 2]);
});

function Form({ send }: { send: (text: string) => Promise<unknown> }) {
  const { act, isBusy } = useAct();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const text = new FormData(event.currentTarget).get("text") as string;
        void act(() => send(text));
      }}
    >
      <input name="text" aria-label="text" />
      <button type="submit" aria-busy={isBusy}>
        send
      </button>
    </form>
  );
}

test("a form is busy until the answer is there, takes one press of two, and keeps what was typed", async () => {
  let fail = (_: unknown): void => undefined;
  const send = vi.fn(() => new Promise((_, no) => (fail = no)));
  render(<Form send={send} />);
  const [input, button] = [screen.getByLabelText<HTMLInputElement>("text"), screen.getByText("send")];
  fireEvent.change(input, { target: { value: "hello" } });
  fireEvent.click(button);
  fireEvent.click(button);
  await pass();
  expect([send.mock.calls.length, button.getAttribute("aria-busy")]).toEqual([1, "true"]);
  await settle(async () => fail(unreachable()));
  expect([input.value, button.getAttribute("aria-busy")]).toEqual(["hello", "false"]);
  fireEvent.click(screen.getByRole("button", { name: "重试" }));
  await pass();
  expect(send).toHaveBeenLastCalledWith("hello");
});
