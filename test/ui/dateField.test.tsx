import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test } from "vitest";
import { LocaleContext, type Locale } from "../../client/i18n/texts.ts";
import { PageContext, type Platform } from "../../client/platform/page.ts";
import { DateField } from "../../client/ui/DateField.tsx";
import { Sheet } from "../../client/ui/Sheet.tsx";

/** Days that are typed or chosen in a calendar; the value is the day as `YYYY-MM-DD`. */
interface Options {
  start?: string;
  locale?: Locale;
  platform?: Platform;
}

const values: string[] = [];

function Day({ start = "" }: { start?: string }) {
  const [value, setValue] = useState(start);
  const keep = (next: string) => {
    values.push(next);
    setValue(next);
  };
  return <DateField label="Until" hint="Leave empty for permanent" value={value} onValue={keep} />;
}

function open({ start = "", locale = "en", platform = "pc" }: Options = {}) {
  values.length = 0;
  render(
    <PageContext
      value={{
        platform,
        locale,
        colorScheme: "light",
        textSize: "normal",
        density: "cards",
        publicUrl: "",
        now: 0,
      }}
    >
      <LocaleContext value={locale}>
        <Day start={start} />
      </LocaleContext>
    </PageContext>,
  );
  return { user: userEvent.setup(), field: screen.getByRole<HTMLInputElement>("textbox", { name: "Until" }) };
}
const calendar = () => document.querySelector("[data-dates-dropdown]");

describe("a day that is typed", () => {
  test.each([
    ["2026-11-02", "2026-11-02"],
    ["2026-1-2", "2026-01-02"],
    ["2026/11/2", "2026-11-02"],
    ["2026年11月2日", "2026-11-02"],
  ])("%j is %j", async (typed, day) => {
    const { user, field } = open();
    await user.type(field, typed);
    await user.tab();
    expect([values, field.value]).toEqual([[day], day]);
  });

  test.each(["2026", "2026-11", "2026-02-30", "tomorrow"])(
    "%j is none, and goes when the field is left",
    async (typed) => {
      const { user, field } = open();
      await user.type(field, typed);
      expect(values).toEqual([]);
      await user.tab();
      expect(field.value).toBe("");
    },
  );

  test("what is no day goes back to the day before", async () => {
    const { user, field } = open({ start: "2026-11-02" });
    await user.clear(field);
    expect(values).toEqual([""]);
    await user.type(field, "2026-12-24");
    await user.tab();
    await user.type(field, "x");
    await user.tab();
    expect(field.value).toBe("2026-12-24");
  });
});

test("a day is chosen in the calendar, whose days have names for those who hear them", async () => {
  const { user, field } = open({ start: "2026-11-02" });
  await user.click(field);
  await user.click(screen.getByRole("button", { name: "Next month", hidden: true }));
  await user.click(screen.getByRole("button", { name: "24 December 2026", hidden: true }));
  expect([values.at(-1), field.value]).toEqual(["2026-12-24", "2026-12-24"]);
});

test("the calendar is Chinese on a Chinese page", async () => {
  const { user, field } = open({ start: "2026-11-02", locale: "zh-CN" });
  expect(field.placeholder).toBe("年-月-日");
  await user.click(field);
  expect(screen.getByRole("button", { name: "选择月份", hidden: true }).textContent).toBe("2026年11月");
  await user.click(screen.getByRole("button", { name: "2026年11月24日", hidden: true }));
  expect(values.at(-1)).toBe("2026-11-24");
});

test("a day is cleared with one press", async () => {
  const { user, field } = open({ start: "2026-11-02" });
  await user.click(screen.getByRole("button", { name: "Clear the date" }));
  expect([values.at(-1), field.value]).toEqual(["", ""]);
});

test("the hint is read out with the field, and a phone shows no keyboard over the calendar", () => {
  const { field } = open({ platform: "h5" });
  expect(document.getElementById(field.getAttribute("aria-describedby")!)?.textContent).toBe(
    "Leave empty for permanent",
  );
  expect(field.inputMode).toBe("none");
});

test("Escape closes the calendar first, and the dialog around it next", async () => {
  const user = userEvent.setup();
  let closings = 0;
  render(
    <LocaleContext value="en">
      <Sheet title="A member" onClose={() => closings++}>
        <Day />
      </Sheet>
    </LocaleContext>,
  );
  await user.click(screen.getByRole("textbox", { name: "Until" }));
  expect(calendar()).not.toBeNull();
  await user.keyboard("{Escape}");
  expect([calendar(), closings]).toEqual([null, 0]);
  await user.keyboard("{Escape}");
  expect(closings).toBe(1);
});
