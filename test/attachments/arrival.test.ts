import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { fetchFile, filesOf, plain } from "./material.ts";

let forum: Forum;
beforeAll(async () => void (forum = await Forum.open({ listen: true })));
afterAll(() => forum.close());

const MEGABYTE = 1024 * 1024;
const BOUNDARY = "----arrival";
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const PDF = Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n");

function part(name: string, bytes: Buffer | string, fileName?: string): Buffer {
  const file = fileName === undefined ? "" : `; filename="${fileName}"`;
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from("\r\n")]);
}
const END = Buffer.from(`--${BOUNDARY}--\r\n`);

function send(person: Person, body: Buffer, kind = "image", headers: Readonly<Record<string, string>> = {}) {
  return person.request("POST", `/uploads?kind=${kind}`, body, { "content-type": TYPE, ...headers });
}

/** Sends chunks over a real connection, as slowly as the server reads; ends early if `cutAfter` chunks are sent. */
function stream(
  person: Person,
  chunks: readonly Buffer[],
  cutAfter = Infinity,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const { cookie, accessToken } = person.credentials!;
    const sending = httpRequest(`${forum.url}/uploads?kind=image`, {
      method: "POST",
      headers: {
        cookie,
        authorization: `Bearer ${accessToken}`,
        "content-type": TYPE,
        "transfer-encoding": "chunked",
      },
    });
    sending.on("error", reject);
    sending.on("response", (response) => {
      const got: Buffer[] = [];
      response.on("data", (chunk: Buffer) => got.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode!, text: Buffer.concat(got).toString() }),
      );
    });
    const next = (index: number): void => {
      if (index >= cutAfter) return void sending.destroy(new Error("gone"));
      if (index === chunks.length) return void sending.end();
      sending.write(chunks[index], () => next(index + 1));
    };
    next(0);
  });
}

const bigFile = [
  part("file", "", "big.png").subarray(0, -2),
  ...Array.from({ length: 20 }, () => Buffer.alloc(MEGABYTE, 7)),
  END,
];

async function settled(before: readonly string[]): Promise<void> {
  await expect.poll(() => filesOf(forum), { timeout: 3_000 }).toEqual(before);
}

test("a file without end is cut at the limit, and nothing of it stays", async () => {
  const before = filesOf(forum);

  const { status, text } = await stream(await forum.member(), bigFile);

  expect(status).toBe(413);
  expect(JSON.parse(text)).toMatchObject({ error: { code: "INVALID_PARAMETER", legacyCode: -4001 } });
  expect(text).toContain("5 MB");
  await settled(before);
});

test("a file that says how large it is is refused before a byte of it is read", async () => {
  const ada = await forum.member();

  const answer = await send(ada, Buffer.concat([part("file", Buffer.alloc(6 * MEGABYTE), "a.png"), END]));

  expect(answer.status).toBe(413);
});

test("a file whose sender goes away leaves nothing behind, and no error of ours in the log", async () => {
  const before = filesOf(forum);
  const ada = await forum.member();

  await expect(stream(ada, bigFile, 3)).rejects.toThrow("gone");

  await settled(before);
  expect(forum.logLines.filter((line) => line.includes("unexpected error"))).toEqual([]);
});

test("the limit is the site's own", async () => {
  const ada = await forum.member();
  const picture = await plain(2_000, 1_000).png({ compressionLevel: 0 }).toBuffer();
  expect(picture.length).toBeGreaterThan(5 * MEGABYTE);
  await expect(ada.upload("a.png", picture)).rejects.toMatchObject({ status: 413 });

  await forum.write((ctx) =>
    run(ctx, "INSERT INTO settings (tag, `key`, value) VALUES ('default', 'support_max_size', '8')"),
  );
  await expect
    .poll(() => ada.upload("a.png", picture).catch(() => null), { timeout: 3_000 })
    .toMatchObject({ width: 2_000 });

  await forum.write((ctx) => run(ctx, "DELETE FROM settings WHERE `key` = 'support_max_size'"));
});

test.each([
  ["a visitor", 401, "LOGIN_REQUIRED"],
  ["somebody without thread.insertImage", 403, "FORBIDDEN"],
  ["a browser without the companion token", 401, "INVALID_TOKEN"],
])("%s uploads nothing: %i %s", async (who, status, code) => {
  const body = Buffer.concat([part("file", await plain(9, 9).png().toBuffer(), "a.png"), END]);
  const person = who === "a visitor" ? forum.visitor() : await forum.limitedMember("thread.insertImage");

  const answer = await send(person, body, "image", who.startsWith("a browser") ? { authorization: "" } : {});

  expect([answer.status, answer.json().error.code]).toEqual([status, code]);
  expect(answer.json().error.requestId).toMatch(/^[0-9a-f-]{36}$/);
});

test("everybody may have a face, whatever they may show in texts", async () => {
  const person = await forum.limitedMember("thread.insertImage", "thread.insertAttachment");

  expect(await person.upload("a.png", await plain(9, 9).png().toBuffer(), "avatar")).toMatchObject({
    width: 256,
  });
  await expect(person.upload("a.pdf", PDF, "file")).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test.each<[what: string, body: Buffer, headers: Record<string, string>, kind: string]>([
  ["an unknown kind", Buffer.concat([part("file", "x", "a.png"), END]), {}, "virus"],
  ["a form without a file", Buffer.concat([part("note", "hello"), END]), {}, "image"],
  ["no form at all", Buffer.from("hello"), { "content-type": "application/octet-stream" }, "image"],
  ["a form without a boundary", Buffer.from("hello"), { "content-type": "multipart/form-data" }, "image"],
  [
    "a form with an endless boundary",
    Buffer.from("hello"),
    { "content-type": `${TYPE}${"x".repeat(300)}` },
    "image",
  ],
  ["a form that breaks off", part("file", "x", "a.png"), {}, "image"],
])("%s is refused", async (_what, body, headers, kind) => {
  const before = filesOf(forum);

  const answer = await send(await forum.member(), body, kind, headers);

  expect([answer.status, answer.json().error.code]).toEqual([400, "INVALID_PARAMETER"]);
  await settled(before);
});

test("one file is taken, and what else is in the form is left", async () => {
  const ada = await forum.member();
  const small = await plain(9, 9).png().toBuffer();

  const answer = await send(
    ada,
    Buffer.concat([
      part("note", "hello"),
      part("file", small, "one.png"),
      part("file", small, "two.png"),
      END,
    ]),
  );

  expect(answer.json()).toMatchObject({ fileName: "one.png" });
  expect(await forum.rows("SELECT a.fileName FROM attachments a WHERE a.userId = ?", [ada.id])).toHaveLength(
    1,
  );
});

test("a file keeps its bytes and its name, and nothing of that name becomes a path", async () => {
  const ada = await forum.member();

  const uploaded = await ada.upload("..\\..\\季度 报告.pdf", PDF, "file");

  expect(uploaded).toMatchObject({
    fileName: "季度 报告.pdf",
    fileSize: PDF.length,
    isImage: false,
    thumbUrl: null,
    width: null,
  });
  expect(uploaded.url).toMatch(/^\/files\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{32}\.pdf$/);
  const { bytes, headers } = await fetchFile(forum, ada, uploaded.url);
  expect(bytes.equals(PDF)).toBe(true);
  expect(headers["content-disposition"]).toMatch(/^attachment;/);
});

test.each([
  ["a page", "page.html", "<!doctype html><script>alert(1)</script>", /HTML/],
  ["a drawing", "drawing.svg", `<svg xmlns="http://www.w3.org/2000/svg"/>`, /SVG/],
  ["a program", "setup.exe", "MZ", /supported/],
  ["a file without extension", "README", "words", /supported/],
  ["a picture that is called a PDF", "a.pdf", "\u0089PNG\r\n", /pdf/],
  ["bytes that are called a text", "a.txt", "a\0b", /txt/],
])("%s is no file to attach", async (_what, name, content, says) => {
  const ada = await forum.member();

  const refusal = { code: "INVALID_PARAMETER", message: expect.stringMatching(says) as string };
  await expect(ada.upload(name, Buffer.from(content), "file")).rejects.toMatchObject(refusal);
});

test("a text is never shown by the browser, whatever it says", async () => {
  const ada = await forum.member();

  const { url } = await ada.upload("notes.txt", Buffer.from("hello\n<script>alert(1)</script>"), "file");

  const { headers } = await fetchFile(forum, ada, url);
  expect(headers["content-type"]).toMatch(/^text\/plain/);
  expect(headers["content-disposition"]).toMatch(/^attachment;/);
  expect(headers["content-security-policy"]).toBe("sandbox; default-src 'none'");
});

test("nobody attaches what somebody else has uploaded", async () => {
  const [ada, bob] = [await forum.member(), await forum.member()];
  const { id, url } = await ada.upload("a.png", await plain(9, 9).png().toBuffer());
  const input = {
    categoryId: await forum.categoryId(),
    title: "Mine now",
    body: "Look",
    attachmentIds: [id],
  };
  const publish = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id images { url isImage } } }`;

  await expect(bob.graphql(publish, { input })).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect((await fetchFile(forum, bob, url)).status).toBe(404);

  const { publishThread } = await ada.graphql(publish, { input });
  expect(publishThread.images).toEqual([{ url, isImage: true }]);
  expect((await fetchFile(forum, null, url)).status).toBe(200);
});
