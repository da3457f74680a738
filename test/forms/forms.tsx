import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { closeWindows, type Line, openWindow } from "../support/window.tsx";

/** Longest time of one try, in milliseconds: on a busy machine the code of its page and dialog takes most of it. */
export const TRY_TIMEOUT_MS = 45_000;

/** The people and the contents with which a form is tried. */
export interface Scene {
  readonly forum: Forum;
  readonly person: Person;
  /** Id or name of the thing that `prepare` made. */
  made: string;
}

/** A form of the client, and how people fill it in. */
export interface Form {
  /** Reads as "a member changes the profile". */
  readonly name: string;
  /** Makes the person who opens it, a new one for each try. */
  readonly who: (forum: Forum) => Promise<Person>;
  /** Makes what the form is about. @returns its id */
  readonly prepare?: (scene: Scene) => Promise<string>;
  readonly address: (scene: Scene) => string;
  /** Clicks until the form stands. */
  readonly open?: (scene: Scene) => Promise<void>;
  readonly fill: (scene: Scene) => Promise<void> | void;
  /** Reads from the fields what was typed. */
  readonly typed: (scene: Scene) => string | boolean | null;
  /** Name of the button that sends it; Enter in a field where there is none. */
  readonly submit: string | (() => void);
  /** The operation that it sends. */
  readonly operation: string;
  /** Proves at the server that it happened. */
  readonly proof: (scene: Scene) => Promise<void>;
  /** Something that the server refuses, and the words of that refusal as the catalogue of errors has them. */
  readonly refusal?: {
    /** Makes the server refuse: changes the forum, or what stands in the form. */
    readonly provoke: (scene: Scene) => Promise<void> | void;
    readonly words: RegExp;
    /** Makes the server take it again: changes the forum back, or what stands in the form. */
    readonly mend?: (scene: Scene) => Promise<void> | void;
  };
}

/** Makes an administrator a member, and back: in between they are refused what they were about to do. */
export const dismissal: NonNullable<Form["refusal"]> = {
  provoke: ({ forum, person }) => moveTo(forum, person, "10"),
  words: /You are not allowed to do this\./,
  mend: ({ forum, person }) => moveTo(forum, person, "1"),
};

async function moveTo(forum: Forum, { id }: Person, groupId: string): Promise<void> {
  const document =
    "mutation ($id: ID!, $groupId: ID!) { setUserGroup(userId: $id, groupId: $groupId) { id } }";
  await (await forum.admin()).graphql(document, { id, groupId });
}

/** A field by its label. */
export const field = (label: string | RegExp): HTMLInputElement =>
  screen.getByRole<HTMLInputElement>("textbox", { name: label });

/** Types into a field by its label, as soon as it stands. */
export async function type(label: string | RegExp, text: string): Promise<void> {
  fireEvent.change(await screen.findByRole("textbox", { name: label }), { target: { value: text } });
}

/** A password field by its label. @param text typed into it, if given */
export function secret(label: string, text?: string): HTMLInputElement {
  const input = screen.getByLabelText<HTMLInputElement>(label);
  if (text !== undefined) fireEvent.change(input, { target: { value: text } });
  return input;
}

/** Presses a button by its name, as soon as it stands; in a dialog if one is open. */
export async function press(name: string | RegExp): Promise<void> {
  fireEvent.click(await screen.findByRole("button", { name }));
}

/** The open dialog, as soon as it stands. */
export async function dialog(): Promise<ReturnType<typeof within>> {
  return within(await screen.findByRole("dialog"));
}

function send({ submit }: Form): void {
  if (typeof submit !== "string") return submit();
  const shown = screen.queryAllByRole("dialog").at(-1);
  const buttons = (shown ? within(shown) : screen).getAllByRole("button", { name: submit });
  fireEvent.click(buttons.at(-1)!);
}

const sentOf = (form: Form, line: Line): number =>
  line.mutations.filter(({ name }) => name === form.operation).length;

/** The text of all alerts, wherever they stand. */
export const alerts = (): string =>
  screen
    .queryAllByRole("alert")
    .map((element) => element.textContent)
    .join(" ");

/** Waits until no button is busy any more: people do not press one in the moment in which its answer arrives. */
const idle = (): Promise<void> =>
  waitFor(() => expect(document.querySelector("button[aria-busy=true]")).toBeNull());

/**
 * Tries each form on a line that is slow, cut, or leads to a server that is busy.
 * @param prepare changes the forum of all of them
 */
export function describeForms(forms: readonly Form[], prepare?: (forum: Forum) => Promise<void>): void {
  let forum: Forum;
  beforeAll(async () => {
    forum = await Forum.open();
    await prepare?.(forum);
  });
  afterAll(() => forum.close());
  afterEach(closeWindows);

  async function filled(form: Form): Promise<{ scene: Scene; line: Line }> {
    const person = await form.who(forum);
    const scene: Scene = { forum, person, made: "" };
    scene.made = (await form.prepare?.(scene)) ?? "";
    const { line } = await openWindow(person, form.address(scene));
    line.meeting.add(form.operation);
    await form.open?.(scene);
    await form.fill(scene);
    return { scene, line };
  }

  describe.each(forms.map((form) => [form.name, form] as const))("%s", (_name, form) => {
    test(
      "once, however often the button is pressed while the answer is slow",
      async () => {
        const { scene, line } = await filled(form);
        line.state = "slow";
        send(form);
        await waitFor(() => expect(sentOf(form, line)).toBe(1));
        send(form);
        line.open();
        await form.proof(scene);
        expect(sentOf(form, line)).toBe(1);
      },
      TRY_TIMEOUT_MS,
    );

    test(
      "not over a cut line nor to a busy server, which is said, and then with what stands there",
      async () => {
        const { scene, line } = await filled(form);
        const entered = form.typed(scene);
        line.state = "cut";
        send(form);
        await waitFor(() => expect(alerts()).toMatch(/Network Error/));
        await idle();
        expect(form.typed(scene)).toEqual(entered);
        line.state = "busy";
        send(form);
        await waitFor(() => expect(alerts()).toMatch(/overloaded/));
        await idle();
        expect(form.typed(scene)).toEqual(entered);
        expect(sentOf(form, line)).toBe(2);
        line.open();
        send(form);
        await form.proof(scene);
        expect(sentOf(form, line)).toBe(3);
      },
      TRY_TIMEOUT_MS,
    );

    const { refusal } = form;
    if (!refusal) return;
    test(
      refusal.mend
        ? "not what the server refuses, whose words are shown, and which stays until it is taken"
        : "not what the server refuses, whose words are shown, and which stays",
      async () => {
        const { scene, line } = await filled(form);
        await refusal.provoke(scene);
        const entered = form.typed(scene);
        send(form);
        await waitFor(() => expect(alerts()).toMatch(refusal.words));
        expect(form.typed(scene)).toEqual(entered);
        expect(sentOf(form, line)).toBe(1);
        if (!refusal.mend) return;
        await idle();
        await refusal.mend(scene);
        send(form);
        await form.proof(scene);
        expect(sentOf(form, line)).toBe(2);
      },
      TRY_TIMEOUT_MS,
    );
  });
}
