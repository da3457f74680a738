import { execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { buildSchema, parse, validate } from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ERRORS } from "../../server/core/errors.ts";
import { Forum } from "../support/forum.ts";
import type { Answer, Person } from "../support/person.ts";
import { makeToken, Program } from "../tokens/program.ts";

/** The pages for who writes programs: every example runs, every link leads somewhere, every code is explained. */
let forum: Forum;
let reader: Person;
let program: Program;
let threadId: string;
let nickname: string;
let token: string;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  reader = forum.visitor();
  const ada = await forum.member();
  const { publishThread } = await ada.graphql(
    `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`,
    { input: { categoryId: await forum.categoryId(), title: "Tea", body: "Hot." } },
  );
  threadId = publishThread.id;
  nickname = ada.nickname;
  token = (await makeToken(forum, ada, { mayWrite: true, areas: ["FORUM"] })).secret;
  program = Program.with(forum, token);
});
afterAll(() => forum.close());

const get = (path: string): Promise<Answer> => reader.get(path, {});

const run = promisify(execFile);
const SDK = resolve(import.meta.dirname, "../../sdk");
/** Words of a command as the shell splits them; examples use nothing else of it but the token in a variable. */
const wordsOf = (command: string): string[] =>
  [...command.replaceAll("\\\n", " ").matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, raw, quoted, word]) => raw ?? (quoted ?? word!).replaceAll("$LUNTAN_TOKEN", token),
  );

/** Runs a command of curl; where there is none, the same request is sent by fetch. A stream is read up to its first event. */
async function curl(args: readonly string[]): Promise<string> {
  const isStream = args.includes("-N");
  const isEnough = (text: string): boolean =>
    isStream && text.includes("\n\n") && text.includes("event: next");
  const child = spawn("curl", ["-sS", "--noproxy", "*", ...args]);
  let text = "";
  const hasCurl = await new Promise<boolean>((done, fail) => {
    child.stdout.on("data", (part: Buffer) => {
      text += part.toString();
      if (isEnough(text)) child.kill();
    });
    child.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "ENOENT" ? done(false) : fail(error),
    );
    child.on("close", () => done(true));
  });
  return hasCurl ? text : fetched(args, isEnough);
}

async function fetched(args: readonly string[], isEnough: (text: string) => boolean): Promise<string> {
  const valuesOf = (option: string): string[] =>
    args.flatMap((arg, at) => (args[at - 1] === option ? [arg] : []));
  const headers = valuesOf("-H").map((header) => header.split(": ") as [string, string]);
  const ended = new AbortController();
  const request = { method: "POST", headers, body: valuesOf("-d")[0]!, signal: ended.signal };
  const answer = await fetch(
    args.find((arg) => arg.startsWith("http"))!,
    request,
  );
  let text = "";
  for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (isEnough(text)) break;
  }
  ended.abort();
  return text;
}

describe.each(["en", "zh"])("the guide (%s)", (language) => {
  test("has commands and programs that run as they stand, with an address and a token", async () => {
    const { text } = await get(`/developers.md?lang=${language}`);
    const blocks = (kind: string): string[] =>
      [...text.matchAll(new RegExp(`\`\`\`${kind}\\n([^]*?)\`\`\``, "g"))].map(([, example = ""]) =>
        example.replaceAll("https://forum.example.org", forum.url).replaceAll("luntan_pat_…", token),
      );
    const commands = blocks("sh");
    expect(commands.length).toBeGreaterThanOrEqual(1);
    for (const command of commands) {
      const [name, ...args] = wordsOf(command);
      expect(name).toBe("curl");
      const answer = await curl(args);
      if (args.includes("-N")) expect(answer, command).toContain("event: next");
      else expect(JSON.parse(answer), command).toEqual({ data: { viewer: { nickname } } });
    }
    const folder = mkdtempSync(join(tmpdir(), "luntan-guide-"));
    try {
      mkdirSync(join(folder, "node_modules/@luntan"), { recursive: true });
      symlinkSync(SDK, join(folder, "node_modules/@luntan/sdk"));
      const programs = blocks("js");
      expect(programs.length).toBeGreaterThanOrEqual(1);
      for (const program of programs) {
        writeFileSync(join(folder, "example.mjs"), program);
        const env = { ...process.env, LUNTAN_TOKEN: token, NODE_OPTIONS: "" };
        const options = { cwd: folder, env };
        expect((await run(process.execPath, ["example.mjs"], options)).stdout).toContain("CREATED Tea");
        expect((await run(process.execPath, ["example.mjs"], options)).stdout).toBe("");
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("has examples that run as they stand", async () => {
    const { text } = await get(`/developers.md?lang=${language}`);
    const examples = [...text.matchAll(/```graphql\n([^]*?)```/g)].map(([, example = ""]) => example);
    expect(examples.length).toBeGreaterThanOrEqual(4);
    for (const example of examples) {
      const variables = { id: threadId, input: { threadId, body: "With milk." } };
      const data = await program.ask(example, variables);
      expect(data, example).not.toHaveProperty("code");
    }
  });

  test("names every code, and links that lead somewhere", async () => {
    const { text, status, headers } = await get(`/developers?lang=${language}`);
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(text).toContain(`<html lang="${language === "en" ? "en" : "zh-CN"}">`);
    for (const code of Object.keys(ERRORS)) expect(text).toContain(`<code>${code}</code>`);
    expect(text).not.toContain("&lt;!--");
    const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const links = [...new Set([...text.matchAll(/href="([^"]+)"/g)].map(([, link = ""]) => link))];
    for (const link of links) {
      if (link.startsWith("#")) expect(ids, link).toContain(decodeURIComponent(link.slice(1)));
      else if (link !== "/favicon.svg") expect((await get(link)).status, link).toBeLessThan(400);
    }
  });
});

test("the language is that of the reader", async () => {
  const asked = (accepted: string) => reader.get("/developers", { "accept-language": accepted });
  expect((await asked("en-GB,en;q=0.9")).text).toContain(">Developers</h1>");
  expect((await asked("zh-CN,zh;q=0.9,en;q=0.8")).text).toContain(">开发者</h1>");
});

test("the reference has every type with its fields, and links among them", async () => {
  const { text } = await get("/developers/reference?lang=en");
  const schema = buildSchema((await get("/schema.graphql")).text);
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith("__") || ["String", "Int", "Float", "Boolean", "ID"].includes(type.name))
      continue;
    expect(text).toContain(`<section id="${type.name}">`);
  }
  expect(text).toContain(`<dt id="Query.threads">`);
  const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  for (const [, id] of text.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(id);
  expect(validate(schema, parse("{ site { name } }"))).toEqual([]);
});

test("the changes are listed by version, with everything that is deprecated and until when", async () => {
  const { text, status } = await get("/developers/changes?lang=zh");
  expect(status).toBe(200);
  expect(text).toContain(`<h1>更新记录</h1><div lang="en">`);
  expect(text).toContain(`<h2 id="unreleased">Unreleased</h2>`);
  expect(text).toContain(
    "<td><code>Query.members</code></td>\n<td>Use users. Answers at least until 2027-06-30.</td>",
  );
  expect(text).not.toContain("&lt;!--");
});

test("language models find the documents", async () => {
  const { text, headers } = await get("/llms.txt");
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link);
  expect(links.length).toBeGreaterThanOrEqual(4);
  for (const link of links) expect((await get(link)).status, link).toBe(200);
});
