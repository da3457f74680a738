import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ErrorBoundary } from "../../client/layout/ErrorBoundary.tsx";
import { ProgressLine } from "../../client/layout/ProgressLine.tsx";
import { isThrifty } from "../../client/layout/useLinkPreload.ts";
import { beginRouteWait, PROGRESS_AFTER_MS } from "../../client/platform/routeProgress.ts";
import {
  RELOAD_AGAIN_AFTER_MS,
  ROUTE_TIMEOUT_MS,
  RouteLoadError,
  withinRouteTimeout,
} from "../../client/platform/routeLoad.ts";

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const never = () => new Promise<never>(() => undefined);

test("the code of a page has 3800 ms", async () => {
  expect(ROUTE_TIMEOUT_MS).toBe(3800);
  const failed = vi.fn();
  withinRouteTimeout("features/home/HomePage.tsx", never).catch(failed);
  await vi.advanceTimersByTimeAsync(ROUTE_TIMEOUT_MS - 1);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed.mock.calls[0]![0]).toMatchObject({
    name: "RouteLoadError",
    message: "Route did not complete loading: features/home/HomePage.tsx",
  });
});

test.each([
  ["Failed to fetch dynamically imported module: /assets/a.js", "Failed to load script: a.tsx"],
  ["Unable to preload CSS for /assets/a.css", "Failed to load stylesheet: a.tsx"],
])("%j is told as %j", async (cause, message) => {
  const load = withinRouteTimeout("a.tsx", () => Promise.reject(new TypeError(cause)));
  await expect(load).rejects.toThrow(message);
});

function Broken(): never {
  throw new RouteLoadError("Failed to load script: a.tsx");
}

test("a page whose code fails is loaded whole, once in half a minute; then the person decides", () => {
  const reload = vi.fn();
  vi.stubGlobal("location", { reload });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const visit = () =>
    render(
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>,
    ).unmount();
  visit();
  visit();
  expect(reload).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.now() + RELOAD_AGAIN_AFTER_MS);
  visit();
  expect(reload).toHaveBeenCalledTimes(2);
});

test("what went wrong in a page is said in the words of the spec", () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const Mistake = (): never => {
    throw new Error("a mistake");
  };
  render(
    <ErrorBoundary>
      <Mistake />
    </ErrorBoundary>,
  );
  expect(screen.getByRole("heading").textContent).toBe("出bug了 页面暂时无法展示");
});

test("the progress line shows after 120 ms and leaves with the wait", async () => {
  expect(PROGRESS_AFTER_MS).toBe(120);
  render(<ProgressLine />);
  let end = () => undefined as void;
  await act(async () => {
    end = beginRouteWait();
    await Promise.resolve();
  });
  act(() => void vi.advanceTimersByTime(PROGRESS_AFTER_MS - 1));
  expect(screen.queryByRole("progressbar")).toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.getByRole("progressbar").getAttribute("aria-label")).toBe("加载中…");
  await act(async () => {
    end();
    await Promise.resolve();
  });
  expect(screen.queryByRole("progressbar")).toBeNull();
});

test.each([
  [{ saveData: true, effectiveType: "4g" }, true],
  [{ saveData: false, effectiveType: "2g" }, true],
  [{ saveData: false, effectiveType: "slow-2g" }, true],
  [{ saveData: false, effectiveType: "3g" }, false],
  [undefined, false],
])("a connection like %j saves what was not asked for: %s", (connection, thrifty) => {
  vi.stubGlobal("navigator", { connection });
  expect(isThrifty()).toBe(thrifty);
});
