import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { closeWindows, type Line, openWindow } from "../support/window.tsx";
import { alerts, dismissal, field, press, type } from "./forms.tsx";

/** It changes nothing, so it is a query, which the client sends again by itself before it gives up. */
const QUESTION = "PermissionQuestion";
const LABEL = "Member";

let forum: Forum;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(() => forum.close());
afterEach(closeWindows);

async function typedIn(): Promise<{ line: Line; person: Person; nickname: string }> {
  const [person, { nickname }] = [await forum.admin(), await forum.member()];
  const { line } = await openWindow(person, "/admin/groups");
  line.meeting.add(QUESTION);
  await type(LABEL, nickname);
  return { line, person, nickname };
}

const answered = (nickname: string): Promise<void> =>
  waitFor(() =>
    expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).toContainEqual(
      expect.stringContaining(`${nickname}: Yes`),
    ),
  );

test("an administrator asks once why a member may do something while the answer is slow", async () => {
  const { line, nickname } = await typedIn();
  line.state = "slow";
  await press("Ask");
  await waitFor(() => expect(line.mutations).toHaveLength(1));

  fireEvent.submit(field(LABEL).closest("form")!);
  await press("Ask");
  line.open();

  await answered(nickname);
  expect(line.mutations).toHaveLength(1);
});

test.each([
  ["cut", /Network Error/],
  ["busy", /overloaded/],
] as const)("the question fails over a line that is %s, which is said, and stays", async (state, words) => {
  const { line, nickname } = await typedIn();
  line.state = state;
  await press("Ask");
  await waitFor(() => expect(alerts()).toMatch(words));
  expect(field(LABEL).value).toBe(nickname);

  line.open();
  await press("Ask");

  await answered(nickname);
});

test("the question is refused to somebody who is no administrator any more, and answered once they are again", async () => {
  const { person, nickname } = await typedIn();
  const scene = { forum, person, made: nickname };
  await dismissal.provoke(scene);
  await press("Ask");
  await waitFor(() => expect(alerts()).toMatch(dismissal.words));
  expect(field(LABEL).value).toBe(nickname);

  await dismissal.mend!(scene);
  await press("Ask");

  await answered(nickname);
});
