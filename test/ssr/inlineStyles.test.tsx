import { act } from "@testing-library/react";
import type { CSSProperties } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { restoreInlineStyles, rulesOf, takeInlineStyles } from "../../client/platform/inlineStyles.ts";

/** Style attributes, which the policy of pages forbids: they travel as rules and stand again before React takes over. */

const WIDE = { "--bar-width": "40%", color: "rgb(1, 2, 3)" } as CSSProperties;

function Page() {
  return (
    <main>
      <p id="first" style={WIDE}>
        One
      </p>
      <p id="second" className="bar" style={WIDE}>
        Two
      </p>
      <p id="picture" style={{ backgroundImage: 'url("/files/a.png?q=1&w=2")' }} />
      <p id="quoted" title={'a style="color:red"'}>
        {'<b style="color:red">text</b>'}
      </p>
    </main>
  );
}

let root: Root | null = null;
afterEach(() => {
  vi.restoreAllMocks();
  act(() => root?.unmount());
  root = null;
  document.head.innerHTML = "";
  document.body.innerHTML = "";
});

const byId = (id: string): HTMLElement => document.getElementById(id)!;

/** Puts a page into the document as the server sends it: bare, with the rules in its head. @returns its styles */
function arrive(): string[] {
  const { html, styles } = takeInlineStyles(renderToString(<Page />));
  document.head.innerHTML = `<style>${rulesOf(styles)}</style>`;
  document.body.innerHTML = `<div id="root">${html}</div>`;
  return styles;
}

test("a page arrives without style attributes, and looks by its rules as it was drawn", () => {
  arrive();

  expect(document.querySelectorAll("[style]")).toHaveLength(0);
  expect(getComputedStyle(byId("first")).color).toBe("rgb(1, 2, 3)");
  expect(getComputedStyle(byId("second")).getPropertyValue("--bar-width")).toBe("40%");
  expect(getComputedStyle(byId("picture")).backgroundImage).toContain("/files/a.png?q=1&w=2");
});

test("elements of one look share a rule", () => {
  expect(arrive()).toHaveLength(2);
});

test("words that read like a style attribute stay words", () => {
  arrive();

  expect(byId("quoted").title).toBe('a style="color:red"');
  expect(byId("quoted").textContent).toBe('<b style="color:red">text</b>');
  expect(byId("quoted").hasAttribute("data-style")).toBe(false);
});

test("a page without style attributes passes as it is", () => {
  expect(takeInlineStyles("<p>style</p>")).toEqual({ html: "<p>style</p>", styles: [] });
  expect(rulesOf([])).toBe("");
});

test("React takes over the elements whose styles stand again, and draws none anew", async () => {
  // Its development build compares how the attribute is spelt, which the browser does in its own way.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const styles = arrive();
  const [element, first] = [byId("root"), byId("first")];
  const differences: unknown[] = [];

  restoreInlineStyles(element, styles);
  expect(document.querySelectorAll("[data-style]")).toHaveLength(0);
  await act(async () => {
    root = hydrateRoot(element, <Page />, { onRecoverableError: (error) => differences.push(error) });
    await Promise.resolve();
  });

  expect(differences).toEqual([]);
  expect(byId("first")).toBe(first);
  expect(first.style.getPropertyValue("--bar-width")).toBe("40%");
  expect(byId("second").style.color).toBe("rgb(1, 2, 3)");
});
