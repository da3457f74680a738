import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { closeWindows, type Line, openWindow } from "../support/window.tsx";
import { alerts, type Scene, TRY_TIMEOUT_MS } from "./forms.tsx";

/** Something that people do with one gesture, such as a like or the deletion of a row. */
export interface Action {
  /** Reads as "a member likes a thread". */
  readonly name: string;
  /** Makes the person who does it, a new one for each try. */
  readonly who: (forum: Forum) => Promise<Person>;
  /** Makes the thing it is done to. @returns its id or name */
  readonly prepare: (scene: Scene) => Promise<string>;
  readonly address: (scene: Scene) => string;
  /** Clicks until the thing stands. */
  readonly open?: (scene: Scene) => Promise<void>;
  /** The whole gesture, with the question that may come first. */
  readonly run: (scene: Scene) => Promise<void>;
  /** The same gesture again means the opposite, so it is not made twice. */
  readonly isToggle?: boolean;
  /** The operation that it sends. */
  readonly operation: string;
  /** Reads from the page how things stand. */
  readonly seen: (scene: Scene) => unknown;
  /** Proves at the server that it happened. */
  readonly proof: (scene: Scene) => Promise<void>;
}

/** Presses a button of the page by its name; the first one of several. */
export async function pressFirst(name: string | RegExp): Promise<void> {
  fireEvent.click((await screen.findAllByRole("button", { name }))[0]!);
}

/** Opens the last menu of that name, as soon as it stands, and chooses from it. */
export async function choose(menu: string, item: string | RegExp, place: 0 | -1 = -1): Promise<void> {
  fireEvent.click((await screen.findAllByRole("button", { name: menu })).at(place)!);
  fireEvent.click(await screen.findByRole("menuitem", { name: item }));
}

/** Agrees in the dialog that asks first. */
export async function agree(name: string | RegExp): Promise<void> {
  const dialog = await screen.findByRole("dialog");
  fireEvent.click(within(dialog).getByRole("button", { name }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}

/** The state of a button that can be pressed in, by the beginning of its name. */
export const pressed = (name: RegExp, place: 0 | -1 = 0): string | null =>
  screen.getAllByRole("button", { name }).at(place)!.getAttribute("aria-pressed");

const sentOf = ({ operation }: Action, line: Line): number =>
  line.mutations.filter(({ name }) => name === operation).length;

/**
 * Tries each action on a line that is slow or cut.
 * @param prepare changes the forum of all of them
 */
export function describeActions(actions: readonly Action[], prepare?: (forum: Forum) => Promise<void>): void {
  let forum: Forum;
  beforeAll(async () => {
    forum = await Forum.open();
    await prepare?.(forum);
  });
  afterAll(() => forum.close());
  afterEach(closeWindows);

  async function ready(action: Action): Promise<{ scene: Scene; line: Line }> {
    const person = await action.who(forum);
    const scene: Scene = { forum, person, made: "" };
    scene.made = await action.prepare(scene);
    const { line } = await openWindow(person, action.address(scene));
    await action.open?.(scene);
    return { scene, line };
  }

  describe.each(actions.map((action) => [action.name, action] as const))("%s", (_name, action) => {
    test(
      "once, however often it is asked for while the answer is slow",
      async () => {
        const { scene, line } = await ready(action);
        line.state = "slow";
        await action.run(scene);
        await waitFor(() => expect(sentOf(action, line)).toBe(1));
        if (!action.isToggle) await action.run(scene);
        line.open();
        await action.proof(scene);
        expect(sentOf(action, line)).toBe(1);
      },
      TRY_TIMEOUT_MS,
    );

    test(
      "not over a cut line, which is said while things stand as before, and then at the next try",
      async () => {
        const { scene, line } = await ready(action);
        const before = action.seen(scene);
        line.state = "cut";
        await action.run(scene);
        await waitFor(() => expect(alerts()).toMatch(/Network Error/));
        expect(action.seen(scene)).toEqual(before);
        line.open();
        fireEvent.click(
          within(screen.getAllByRole("alert").at(-1)!).getByRole("button", { name: "Try again" }),
        );
        await action.proof(scene);
        expect(sentOf(action, line)).toBe(2);
      },
      TRY_TIMEOUT_MS,
    );
  });
}
