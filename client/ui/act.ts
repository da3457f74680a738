import { useCallback, useRef, useState } from "react";
import { errorOf, type Failure, isStanding, mayPass } from "../apollo/errors.ts";
import { commonTexts } from "../i18n/common.texts.ts";
import { textsOfPage } from "../i18n/texts.ts";
import { hideToast, isToastNeeded, showToast, type Toast } from "./toast.tsx";

/** After so long without an answer it is said that something is under way. */
export const SLOW_MS = 1_500;
/** A failure that can be tried again is shown so long. */
const RETRY_TOAST_MS = 10_000;

/** Words about what became of an action. */
export interface Telling<T> {
  /** Said when it has worked. */
  done?: string | Toast | ((result: T) => string | Toast | undefined);
  /** Reads anew what the action has changed; if that fails, it alone is tried again. */
  reread?: (result: T) => Promise<unknown>;
  /** Words a failure in its own way, or tells it elsewhere, such as beside a field: then it gives true. */
  failed?: (failure: Failure, error: unknown) => Toast | true | undefined;
  /** Names the action, such as `revokeSession 12`: while it is under way, it is not begun again. */
  key?: string;
}

/** Runs an action that somebody asked for. */
export type Act = <T>(work: () => Promise<T>, telling?: Telling<T>) => Promise<T | undefined>;

/** Shows a toast that tells a failure. @param again tries the same again; offered where that may help */
export function tellFailure(error: unknown, again?: () => void): void {
  const failure = errorOf(error);
  // The frame has told it, with the way to the page that says more.
  if (isStanding(failure) && isToastNeeded()) return;
  const toast: Toast = { type: "error", message: failure.message };
  if (again && mayPass(failure)) {
    toast.durationMs = RETRY_TOAST_MS;
    toast.action = { label: textsOfPage(commonTexts).retry, run: again };
  }
  showToast(toast);
}

const isAsking = (): boolean => document.querySelector("[role=dialog]") !== null;

async function attempt<T>(work: () => Promise<T>, telling: Telling<T>, again: () => void) {
  let note: number | undefined;
  const slow = setTimeout(() => {
    // What can still be taken back is not covered, nor a dialog that asks for a proof of identity meanwhile.
    if (!isToastNeeded() && !isAsking())
      note = showToast({ type: "loading", message: textsOfPage(commonTexts).working });
  }, SLOW_MS);
  const settled = (): void => {
    clearTimeout(slow);
    if (note !== undefined) hideToast(note);
  };
  let result: T;
  try {
    result = await work();
    settled();
  } catch (error) {
    settled();
    const outcome = telling.failed?.(errorOf(error), error);
    if (outcome === undefined) tellFailure(error, again);
    else if (outcome !== true) showToast(outcome);
    return undefined;
  }
  const done = typeof telling.done === "function" ? telling.done(result) : telling.done;
  if (done) showToast(typeof done === "string" ? { type: "success", message: done } : done);
  const reread = (): Promise<unknown> | undefined =>
    telling.reread?.(result).catch((error: unknown) => tellFailure(error, () => void reread()));
  await reread();
  return result;
}

/** Keys of the actions that are under way. */
const underWay = new Set<string>();

/**
 * Runs an action that somebody asked for: says that it is slow, that it has worked, or why it has not, and then offers to
 * try again. What was typed is the caller's, who empties no field before `work` has ended. Optimistic answers are taken
 * back by the cache.
 * @returns what `work` gives; undefined if it failed, which has been told, or is under way already
 */
export const act: Act = async (work, telling = {}) => {
  const { key } = telling;
  if (key === undefined) return attempt(work, telling, () => void act(work, telling));
  if (underWay.has(key)) return undefined;
  underWay.add(key);
  try {
    return await attempt(work, telling, () => void act(work, telling));
  } finally {
    underWay.delete(key);
  }
};

/** Gives `act` for a part of a page that shows whether it is busy; while it is, another action is not begun. */
export function useAct(): { act: Act; isBusy: boolean } {
  const [isBusy, setBusy] = useState(false);
  const isUnderWay = useRef(false);
  const run = useCallback<Act>(async (work, telling = {}) => {
    const once = async (): Promise<Awaited<ReturnType<typeof work>> | undefined> => {
      if (isUnderWay.current) return undefined;
      isUnderWay.current = true;
      setBusy(true);
      try {
        return await attempt(work, telling, () => void once());
      } finally {
        isUnderWay.current = false;
        setBusy(false);
      }
    };
    return once();
  }, []);
  return { act: run, isBusy };
}
