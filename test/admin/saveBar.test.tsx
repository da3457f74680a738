import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { differencesOf } from "../../client/features/admin/difference.ts";
import { SaveBar } from "../../client/features/admin/SaveBar.tsx";
import { LocaleContext } from "../../client/i18n/texts.ts";

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
    <LocaleContext value="en">
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
    </LocaleContext>
  );
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
