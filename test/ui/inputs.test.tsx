import { readFileSync } from "node:fs";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentProps, useState } from "react";
import { describe, expect, test } from "vitest";
import { Field } from "../../client/ui/Field.tsx";
import { Input } from "../../client/ui/Input.tsx";
import { Textarea } from "../../client/ui/Textarea.tsx";

/** Fields of forms. An emoji of a family is one character for people and eleven for a machine. */
const FAMILY = "👨‍👩‍👧‍👦";
const css = readFileSync("client/ui/Field.module.css", "utf8");

function KeptInput({ start = "", ...props }: { start?: string } & Partial<ComponentProps<typeof Input>>) {
  const [value, setValue] = useState(start);
  return <Input aria-label="值" {...props} value={value} onValue={setValue} />;
}
function KeptArea({ start = "", ...props }: { start?: string } & Partial<ComponentProps<typeof Textarea>>) {
  const [value, setValue] = useState(start);
  return <Textarea aria-label="值" {...props} value={value} onValue={setValue} />;
}
const field = () => screen.getByLabelText<HTMLInputElement>("值");

describe("numbers", () => {
  test.each([
    ["12a3", "123"],
    ["-5 000", "5000"],
    ["1e5", "15"],
    ["3.14", "3.14"],
    ["1.2.3", "1.2.3"],
    ["１２。５", "12.5"],
  ])("of %j that is typed %j remains", (typed, kept) => {
    render(<KeptInput mode="number" />);
    fireEvent.change(field(), { target: { value: typed } });
    expect(field().value).toBe(kept);
  });

  test.each([
    ["007", "7"],
    ["0.50", "0.5"],
    [".5", "0.5"],
    ["5.", "5"],
    ["000", "0"],
    ["", ""],
    ["123456789012345678901234567890", "123456789012345678901234567890"],
  ])("%j is %j when it is left", (typed, settled) => {
    render(<KeptInput mode="number" start="3" />);
    fireEvent.change(field(), { target: { value: typed } });
    fireEvent.blur(field());
    expect(field().value).toBe(settled);
  });

  test("what is no number goes back to the last that was one", async () => {
    const user = userEvent.setup();
    render(<KeptInput mode="number" start="8" />);
    await user.clear(field());
    await user.type(field(), "12.5.7");
    expect(field().value).toBe("12.5.7");
    await user.tab();
    expect(field().value).toBe("12.5");
  });

  test("a value that a form put there counts as the last valid one", () => {
    render(<KeptInput mode="number" start="8" />);
    fireEvent.change(field(), { target: { value: "..." } });
    fireEvent.blur(field());
    expect(field().value).toBe("8");
  });

  test("phones show the keyboard with a dot", () => {
    render(<KeptInput mode="number" />);
    expect(field().inputMode).toBe("decimal");
  });
});

describe("text", () => {
  test("trim takes blanks away when the field is left or sent, not between words", async () => {
    const user = userEvent.setup();
    render(<KeptInput trim />);
    await user.type(field(), "  林 夕  ");
    expect(field().value).toBe("林 夕  ");
    await user.keyboard("{Enter}");
    expect(field().value).toBe("林 夕");
    await user.type(field(), " ");
    await user.tab();
    expect(field().value).toBe("林 夕");
  });

  test("without trim blanks stay", async () => {
    const user = userEvent.setup();
    render(<KeptInput />);
    await user.type(field(), " 林 ");
    await user.tab();
    expect(field().value).toBe(" 林 ");
  });

  test("a password can be shown and hidden again", async () => {
    const user = userEvent.setup();
    render(<KeptInput type="password" start="secret" />);
    expect(field().type).toBe("password");
    await user.click(screen.getByRole("button", { name: "显示密码" }));
    expect(field().type).toBe("text");
    await user.click(screen.getByRole("button", { name: "隐藏密码", pressed: true }));
    expect(field().type).toBe("password");
  });

  test("what is appended has 50 px, or what it asks for", () => {
    // Mantine writes lengths in sixteenths of the root's letters.
    const widthOf = (append: string) =>
      screen.getByText(append).parentElement!.style.getPropertyValue("--input-right-section-width");
    const { rerender } = render(<KeptInput append="元" />);
    expect(widthOf("元")).toBe(`calc(${50 / 16}rem * var(--mantine-scale))`);
    rerender(<KeptInput append="元/月" appendWidth={80} />);
    expect(widthOf("元/月")).toBe(`calc(${80 / 16}rem * var(--mantine-scale))`);
  });

  test("a counter shows length over maximum, as people count", () => {
    render(<KeptInput maxLength={15} showsCount start={`林夕${FAMILY}`} />);
    expect(screen.getByText("3/15")).toBeDefined();
  });
});

describe("maximum length", () => {
  test("an emoji is one character, and none is cut in pieces", () => {
    render(<KeptArea maxLength={3} showsCount />);
    fireEvent.change(field(), { target: { value: FAMILY.repeat(4) } });
    expect(field().value).toBe(FAMILY.repeat(3));
    expect(screen.getByText("3/3")).toBeDefined();
  });

  test("what is inserted into a full field gives way, not its end, and the caret stays", () => {
    render(<KeptArea maxLength={5} start="abcd" />);
    field().focus();
    fireEvent.change(field(), { target: { value: "abXYZcd" } });
    expect([field().value, field().selectionStart]).toEqual(["abXcd", 3]);
  });

  test("what an input method composes may be longer until it is done", () => {
    render(<KeptArea maxLength={2} />);
    fireEvent.compositionStart(field());
    const typing = Object.assign(new InputEvent("input", { bubbles: true, isComposing: true }), {});
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")!.set!.call(field(), "nihao");
    fireEvent(field(), typing);
    expect(field().value).toBe("nihao");
    fireEvent.compositionEnd(field());
    expect(field().value).toBe("ni");
  });

  test("a text that was too long before may get shorter", () => {
    render(<KeptArea maxLength={2} start="abcd" />);
    fireEvent.change(field(), { target: { value: "abcde" } });
    expect(field().value).toBe("abcd");
    fireEvent.change(field(), { target: { value: "abc" } });
    expect(field().value).toBe("abc");
  });
});

test("a row of a text field is 25 px high", () => {
  expect(/\.input \{[^}]*line-height: 25px;/.test(css)).toBe(true);
  render(<KeptArea rows={6} />);
  expect(field().getAttribute("rows")).toBe("6");
});

test("a counter appears only where it is asked for", () => {
  const { container } = render(<KeptArea maxLength={10} start="好" />);
  expect(container.textContent).toBe("好");
});

test("a field counts from four fifths of its limit on", () => {
  const { rerender } = render(<Field label="昵称" value="一二三" onValue={() => undefined} counterMax={5} />);
  expect(screen.queryByText("3/5")).toBeNull();
  rerender(<Field label="昵称" value="一二三四" onValue={() => undefined} counterMax={5} />);
  expect(screen.getByText("4/5").dataset.over).toBeUndefined();
});

test("a field names its input, and says what is wrong with it", () => {
  render(<Field label="签名" value="一二三四" onValue={() => undefined} counterMax={3} error="太长了" />);
  const input = screen.getByLabelText("签名");
  expect(input.getAttribute("aria-invalid")).toBe("true");
  expect(document.getElementById(input.getAttribute("aria-describedby")!)?.textContent).toBe("太长了");
  expect(screen.getByText("4/3").dataset.over).toBe("true");
});
