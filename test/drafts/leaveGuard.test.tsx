import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { BrowserRouter, useLocation, useNavigate } from "react-router-dom";
import { leaveFor, useLeaveGuard } from "../../client/ui/useLeaveGuard.ts";
import { LocaleContext } from "../../client/i18n/texts.ts";
import { ConfirmProvider } from "../../client/ui/confirm.tsx";

/** Pages in the order in which they were shown. */
const shown: string[] = [];

function Page() {
  const { pathname, search } = useLocation();
  const go = useNavigate();
  const [text, setText] = useState("");
  useLeaveGuard(pathname === "/desk" && text !== "");
  if (shown.at(-1) !== pathname + search) shown.push(pathname + search);
  return (
    <>
      <p data-testid="where">{pathname + search}</p>
      {pathname === "/desk" && (
        <input aria-label="text" value={text} onChange={(e) => setText(e.target.value)} />
      )}
      <button onClick={() => go("/desk")}>Desk</button>
      <button onClick={() => go("/desk?part=2")}>Part</button>
      <button onClick={() => go("/after")}>After</button>
      <button onClick={() => leaveFor("/found", go)}>Found</button>
    </>
  );
}

let steps = 0;
window.addEventListener("popstate", () => steps++, true);

const where = () => screen.getByTestId("where").textContent;
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const step = (by: number) => act(() => history.go(by));
const questions = () => screen.queryAllByRole("dialog", { name: "Leave this page?" });
const question = () => screen.findByRole("dialog", { name: "Leave this page?" });
const address = () => location.pathname + location.search;

/** Somebody who came from /before, and has written something. */
beforeEach(async () => {
  history.pushState(null, "", "/before");
  shown.length = 0;
  render(
    <LocaleContext value="en">
      <ConfirmProvider>
        <BrowserRouter>
          <Page />
        </BrowserRouter>
      </ConfirmProvider>
    </LocaleContext>,
  );
  await press("Desk");
  await userEvent.type(await screen.findByLabelText("text"), "Unsaved");
  shown.length = 0;
});

test("who goes back from unsaved text is asked once, and stays where they were", async () => {
  step(-1);
  await question();
  expect(address()).toBe("/desk");
  // One more step, and its way back, while the question stands.
  steps = 0;
  step(-1);
  await waitFor(() => expect(steps).toBe(2));
  expect([address(), questions().length]).toEqual(["/desk", 1]);

  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(questions()).toHaveLength(0));
  expect([where(), address(), shown]).toEqual(["/desk", "/desk", []]);
  expect(screen.getByLabelText<HTMLInputElement>("text").value).toBe("Unsaved");
});

test("who agrees goes back, without being asked again", async () => {
  step(-1);
  await question();
  await userEvent.click(screen.getByRole("button", { name: "Leave" }));
  await waitFor(() => expect(where()).toBe("/before"));
  expect([address(), shown]).toEqual(["/before", ["/before"]]);
  expect(questions()).toHaveLength(0);
});

test("going forward asks, and leads there", async () => {
  await userEvent.clear(screen.getByLabelText("text"));
  await press("After");
  await waitFor(() => expect(where()).toBe("/after"));
  step(-1);
  await waitFor(() => expect(where()).toBe("/desk"));
  await userEvent.type(screen.getByLabelText("text"), "Unsaved");

  step(1);
  await question();
  expect([where(), address()]).toEqual(["/desk", "/desk"]);
  await userEvent.click(screen.getByRole("button", { name: "Leave" }));
  await waitFor(() => expect(where()).toBe("/after"));
  expect(address()).toBe("/after");
});

test("two steps at once are taken back as two; between parts of the page nobody is asked", async () => {
  await press("Part");
  await waitFor(() => expect(where()).toBe("/desk?part=2"));
  step(-1);
  await waitFor(() => expect(where()).toBe("/desk"));
  step(1);
  await waitFor(() => expect(where()).toBe("/desk?part=2"));
  expect(questions()).toHaveLength(0);

  step(-2);
  await question();
  expect([where(), address()]).toEqual(["/desk?part=2", "/desk?part=2"]);
  await userEvent.click(screen.getByRole("button", { name: "Leave" }));
  await waitFor(() => expect(where()).toBe("/before"));
});

test("what leads elsewhere without a link asks as well", async () => {
  await press("Found");
  await question();
  expect(where()).toBe("/desk");
  await userEvent.click(screen.getByRole("button", { name: "Leave" }));
  await waitFor(() => expect(where()).toBe("/found"));
});
