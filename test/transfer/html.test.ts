import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { PresetGroup } from "../../server/features/groups/group.entity.ts";
import { exportForum } from "../../server/transfer/export/export.ts";
import { plain } from "../attachments/material.ts";
import { createServerDatabase, ENGINE, Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish, reply } from "../threads/content.ts";
import { live, SOLD, type Life } from "./living.ts";

const PATIENCE_MS = 300_000;
const REPLIES = 230;
const COMMENTS = 5;

let root: string;
let database: { url: string; drop(): Promise<void> } | null = null;
let forum: Forum;
let life: Life;
let html: string;
let lines: string[];
let ids: { linking: string; long: string; hidden: string; doomed: string };
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "luntan-html-"));
  const dataDir = join(root, "data");
  mkdirSync(dataDir);
  if (ENGINE !== "sqlite") database = await createServerDatabase();
  forum = await Forum.open({ env: { DATA_DIR: dataDir, DATABASE_URL: database?.url ?? "" } });
  life = await live(forum);
  ids = await tell(life.admin, life.ada, life.bo);
  lines = [];
  await exportForum(forum.app.config, join(root, "export"), (line) => void lines.push(line), true);
  html = join(root, "export/html");
}, PATIENCE_MS);
afterAll(async () => {
  await forum?.close();
  await database?.drop();
  rmSync(root, { recursive: true, force: true });
});

/** A long thread, one that nobody but staff reads, one that is deleted, and one that links to all of them. */
async function tell(admin: Person, ada: Person, bo: Person): Promise<typeof ids> {
  const categoryId = await forum.categoryId();
  const long = await publish(ada, { categoryId, title: "A long thread" });
  const first = await reply(bo, long.id, { body: "Reply 1 <script>alert(1)</script>" });
  for (let number = 2; number <= REPLIES; number++) await reply(bo, long.id, { body: `Reply ${number}` });
  for (let place = 1; place <= COMMENTS; place++)
    await reply(ada, long.id, { body: `Comment ${place}`, replyToPostId: first.id });
  const hidden = await publish(ada, { categoryId, title: "Kept back", body: "kanariehidden" });
  await forum.write((ctx) =>
    run(ctx, "UPDATE threads SET approval = 0, visible = 0 WHERE id = ?", [Number(hidden.id)]),
  );
  const doomed = await publish(ada, { categoryId, title: "Gone", body: "kanariegone" });
  await admin.graphql(`mutation ($id: ID!) { deleteThread(threadId: $id) { id } }`, { id: doomed.id });
  const { id: attachmentId } = await ada.upload("cat.png", await plain(320, 200).png().toBuffer());
  const body = [
    `[page](/thread/${long.id}?page=11#p205) [deep](${forum.url}/thread/${long.id}?post=7)`,
    `[kept](/thread/${hidden.id}) [gone](/thread/${doomed.id}) [ada](/user/${ada.id}) [settings](/my/settings)`,
    "[elsewhere](https://example.org/bread)",
  ].join("\n\n");
  const linking = await publish(ada, {
    categoryId,
    title: "<Links> & more",
    body,
    attachmentIds: [attachmentId],
  });
  return { linking: linking.id, long: long.id, hidden: hidden.id, doomed: doomed.id };
}

const read = (name: string): string => readFileSync(join(html, name), "utf8");

function pages(): string[] {
  return readdirSync(html, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile() && each.name.endsWith(".html"))
    .map(({ parentPath, name }) => join(parentPath, name));
}

test("all links of all pages lead to pages and files of the copy, and none to the forum", () => {
  let links = 0;
  for (const page of pages()) {
    const text = readFileSync(page, "utf8");
    for (const [, target] of text.matchAll(/ (?:href|src)="([^"]*)"/g)) {
      if (/^(https?|mailto):/.test(target!)) {
        expect(target).not.toContain(forum.url);
        continue;
      }
      links++;
      const [path, place] = target!.replaceAll("&amp;", "&").split("#");
      const file = path === "" ? page : resolve(dirname(page), path!);
      expect([page, target, existsSync(file)]).toEqual([page, target, true]);
      if (place) expect(readFileSync(file, "utf8")).toContain(` id="${place}"`);
    }
    expect(text).toMatch(/^<!doctype html>\n<html lang="zh-CN">/);
    expect(text).not.toMatch(/<script|<iframe| on\w+=/i);
  }
  expect(links).toBeGreaterThan(1_000);
});

test("threads have a hundred replies a page, with all comments", () => {
  const [first, second, third] = ["", "-2", "-3"].map((end) => read(`threads/${ids.long}${end}.html`));

  expect(first).toContain("<h1>A long thread</h1>");
  expect(first).toContain("&lt;script>alert(1)");
  const numbersIn = (text = "") => [...text.matchAll(/ id="p(\d+)"/g)].map(([, number]) => Number(number));
  expect(numbersIn(first)).toEqual(Array.from({ length: 100 }, (_, place) => place + 1));
  expect(numbersIn(second)[0]).toBe(101);
  expect(numbersIn(third)).toEqual(Array.from({ length: REPLIES - 200 }, (_, place) => place + 201));
  for (let place = 1; place <= COMMENTS; place++) expect(first).toContain(`Comment ${place}`);
  expect(existsSync(join(html, `threads/${ids.long}-4.html`))).toBe(false);
});

test("links of texts lead into the copy; those to what is not in it become text", () => {
  const text = read(`threads/${ids.linking}.html`);

  expect(text).toContain("<h1>&lt;Links&gt; &amp; more</h1>");
  expect(text).toContain(`<a href="../threads/${ids.long}-3.html#p205">page</a>`);
  expect(text).toContain(`<a href="../threads/${ids.long}.html#p7" rel="nofollow ugc noopener">deep</a>`);
  expect(text).toContain(`<a href="../members/${life.ada.id}.html">ada</a>`);
  expect(text).toContain('href="https://example.org/bread"');
  for (const name of ["kept", "gone", "settings"]) expect(text).toContain(`<a>${name}</a>`);
  const [, picture] = /<img src="\.\.\/(files\/[^"]+)" alt="cat\.png">/.exec(text)!;
  expect(existsSync(join(html, picture!))).toBe(true);
});

test("it has what visitors read and nothing else", async () => {
  const all = pages()
    .map((page) => readFileSync(page, "utf8"))
    .join("\n");

  for (const secret of [SOLD, "kanariehidden", "kanariegone", "A mistake", "明天见", "With patience."])
    expect(all.includes(secret)).toBe(false);
  expect(read(`threads/${life.soldId}.html`)).toContain("其余内容需付费阅读");
  const { threads } = await forum
    .visitor()
    .graphql(`{ threads(first: 100, filter: { complete: true }) { nodes { id } pageInfo { hasNextPage } } }`);
  expect(threads.pageInfo.hasNextPage).toBe(false);
  const names = readdirSync(join(html, "threads")).filter((name) => !name.includes("-"));
  expect(names.sort()).toEqual(threads.nodes.map(({ id }: { id: string }) => `${id}.html`).sort());
  expect(lines).toContainEqual(
    expect.stringMatching(new RegExp(`^Pages in .+: \\d+, with ${names.length} threads`)),
  );
  expect(read("members/index.html")).toContain(
    `<a href="../members/${life.ada.id}.html">${life.ada.credentials!.nickname}</a>`,
  );
  expect(existsSync(join(root, "data/html-export"))).toBe(false);
});

test("a text that visitors only see in lists has no page, and no link leads to it", async () => {
  await forum.write((ctx) =>
    run(ctx, "DELETE FROM group_permissions WHERE groupId = ? AND permission = 'thread.viewPosts'", [
      PresetGroup.GUEST,
    ]),
  );
  const folder = join(root, "lists");
  await exportForum(forum.app.config, folder, () => undefined, true);

  expect(existsSync(join(folder, "html/threads"))).toBe(false);
  const category = readFileSync(join(folder, `html/categories/${await forum.categoryId()}.html`), "utf8");
  expect(category).toContain("<li>A long thread<br>");
});

test("a closed forum is not copied, and the export is not complete", async () => {
  await life.admin.graphql(`mutation { saveSettings(entries: [{ key: "site_close", value: "1" }]) { id } }`);
  const folder = join(root, "closed");
  await expect(exportForum(forum.app.config, folder, () => undefined, true)).rejects.toThrow(
    /Visitors read nothing of this forum/,
  );
  expect(existsSync(join(folder, "manifest.json"))).toBe(false);
});
