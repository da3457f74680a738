import { afterAll, beforeAll, expect, test } from "vitest";
import {
  accentRules,
  darkAccent,
  lightAccent,
  nearestAccent,
} from "../../server/features/settings/accent/accent.ts";
import { contrast } from "../../server/features/settings/accent/colors.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

/** An owner gives the community a colour, which must be legible wherever it is used. */
let forum: Forum;
let admin: Person;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
});
afterAll(() => forum.close());

const SAVE = `mutation ($value: String!) { saveSettings(entries: [{ key: "site_accent", value: $value }]) { id } }`;

test("the colour holds on every page, in both themes, and needs no style attribute", async () => {
  await admin.graphql(SAVE, { value: "#0b7a43" });
  const { text, headers } = await forum.visitor().get("/");
  const [, rules] = /<style>([^<]*)<\/style>/.exec(text)!;
  expect(rules).toContain(`:root[data-skin]{--accent:#0b7a43;`);
  expect(rules).toContain(`[data-scheme="dark"]{--accent:${darkAccent("#0b7a43").accent};`);
  expect(String(headers["content-security-policy"])).toMatch(/style-src 'self' 'sha256-/);
  await admin.graphql(SAVE, { value: "" });
  expect((await forum.visitor().get("/")).text).not.toContain("--accent:");
});

test.each([
  ["#ffd400", "yellow"],
  ["#8ec5ff", "light blue"],
  ["#ffffff", "white"],
])("%s (%s) is refused with a near colour that is accepted", async (value) => {
  const near = nearestAccent(value);
  await expect(admin.graphql(SAVE, { value })).rejects.toMatchObject({
    code: "INVALID_PARAMETER",
    message: expect.stringContaining(near) as string,
  });
  const { accentPreview } = await admin.graphql(
    `query ($color: String!) { accentPreview(color: $color) { isLegible nearest } }`,
    { color: value },
  );
  expect(accentPreview).toEqual({ isLegible: false, nearest: near });
  await admin.graphql(SAVE, { value: near });
});

test.each(["red", "#12345", "#3d50d6;}", "url(x)"])("%j is no colour", async (value) => {
  await expect(admin.graphql(SAVE, { value })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  expect(accentRules(value)).toBe("");
});

test("whatever colour is accepted, text can be read on it and in it", () => {
  for (const color of ["#000000", "#3d50d6", "#b00020", "#0b7a43", "#6b4f00", nearestAccent("#ffd400")]) {
    for (const [tokens, grounds] of [
      [lightAccent(color), ["#ffffff", "#f4f5f8"]],
      [darkAccent(color), ["#161a21", "#0e1116"]],
    ] as const) {
      for (const ground of [tokens.accent, tokens.hover])
        expect(contrast("#ffffff", ground)).toBeGreaterThanOrEqual(4.5);
      for (const ground of [...grounds, tokens.soft])
        expect(contrast(tokens.text, ground)).toBeGreaterThanOrEqual(4.5);
    }
  }
});
