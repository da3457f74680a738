import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { expect, test } from "vitest";
import { Link, MemoryRouter, useLocation } from "react-router-dom";
import { differencesOf } from "../../client/features/admin/difference.ts";
import { SaveBar } from "../../client/features/admin/SaveBar.tsx";
import { LocaleContext } from "../../client/i18n/texts.ts";
import { useLinkClicks } from "../../client/layout/useLinkClicks.ts";
import { ConfirmProvider } from "../../client/ui/confirm.tsx";
import { Link as PlainLink } from "../../client/ui/Link.tsx";

const LABELS = { name: "Site name", closed: "Closed" };

/** A form with two values, which keeps what it saved. */
function Form({ saves }: { saves: object[] }) {
  const [saved, setSaved] = useState({ name: "Tea", closed: "0" });
  const [draft, setDraft] = useState(saved);
  const [before, setBefore] = useState<typeof saved | null>(null);
  const store = (values: typeof saved): Promise<void> => {
    saves.push(values);
    setSaved(values);
    setDraft(values);
    return Promise.resolve();
  };
  return (
    <Frame>
      <input
        aria-label="name"
        value={draft.name}
        onChange={(e) => setDraft({ ...draft, name: e.target.value })}
      />
      <SaveBar
        differences={differencesOf(saved, draft, (key) => LABELS[key])}
        onDiscard={() => setDraft(saved)}
        onSave={() => {
          setBefore(saved);
          return store(draft);
        }}
        onUndo={
          before &&
          (() => {
            setBefore(null);
            return store(before);
          })
        }
      />
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <MemoryRouter initialEntries={["/admin/settings"]}>
      <LocaleContext value="en">
        <ConfirmProvider>
          <PlainLink to="/admin/members">Members</PlainLink>
          <Link to="/admin/log">Log</Link>
          {children}
          <Where />
        </ConfirmProvider>
      </LocaleContext>
    </MemoryRouter>
  );
}

function Where() {
  useLinkClicks();
  return <p data-testid="where">{useLocation().pathname}</p>;
}

test("nothing is offered while nothing differs; then the difference shows, is saved, and is taken back", async () => {
  const user = userEvent.setup();
  const saves: object[] = [];
  render(<Form saves={saves} />);
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();

  await user.type(screen.getByLabelText("name"), "!");
  expect(screen.getByRole("status").textContent).toBe("1 unsaved change");
  await user.click(screen.getByRole("button", { name: "Show changes" }));
  const row = within(screen.getByRole("list")).getByRole("listitem");
  expect(row.querySelector("del")?.textContent).toBe("Before: Tea");
  expect(row.querySelector("ins")?.textContent).toBe("After: Tea!");

  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(saves).toEqual([{ name: "Tea!", closed: "0" }]);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(saves.at(-1)).toEqual({ name: "Tea", closed: "0" });
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

test("discarding saves nothing, and an emptied value says that it is empty", async () => {
  const user = userEvent.setup();
  const saves: object[] = [];
  render(<Form saves={saves} />);
  await user.clear(screen.getByLabelText("name"));
  await user.click(screen.getByRole("button", { name: "Show changes" }));
  expect(screen.getByRole("list").querySelector("ins")?.textContent).toBe("After: (empty)");
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(screen.queryByRole("list")).toBeNull();
  expect(saves).toEqual([]);
});

test.each([
  ["Members", "/admin/members"],
  ["Log", "/admin/log"],
])("the link %s asks before what is not saved is lost, and closing the window warns", async (name, path) => {
  const user = userEvent.setup();
  render(<Form saves={[]} />);
  const where = () => screen.getByTestId("where").textContent;
  const isWarned = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(isWarned()).toBe(false);

  await user.type(screen.getByLabelText("name"), "!");
  expect(isWarned()).toBe(true);
  await user.click(screen.getByRole("link", { name }));
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(where()).toBe("/admin/settings");
  expect(screen.getByLabelText<HTMLInputElement>("name").value).toBe("Tea!");

  await user.click(screen.getByRole("link", { name }));
  await user.click(await screen.findByRole("button", { name: "Leave" }));
  await expect.poll(where).toBe(path);
});

test("nobody is asked once it is saved", async () => {
  const user = userEvent.setup();
  render(<Form saves={[]} />);
  await user.type(screen.getByLabelText("name"), "!");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await user.click(screen.getByRole("link", { name: "Members" }));
  expect(screen.getByTestId("where").textContent).toBe("/admin/members");
});
