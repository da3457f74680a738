import { expect, test } from "vitest";
import { sentenceOf } from "../../server/transfer/page/sentence.ts";
import { problem, problemBy } from "../../server/transfer/problems.ts";

const failure = (fields: object, message = "it failed") => Object.assign(new Error(message), fields);

test("a reason names what is wrong in both languages, and the command line prints the English one", () => {
  const error = problem("FILE_CHANGED", "members.ndjson", 3, 4);
  expect(error.message).toBe(error.sentence.en);
  expect(sentenceOf(error)).toEqual({
    zh: "members.ndjson 与清单不符：有 3 行，应为 4 行，或内容不同。",
    en: "members.ndjson is not the file that the manifest names: it has 3 lines, not 4, or other ones.",
  });
});

test.each([
  ["ER_ACCESS_DENIED_ERROR", "用户名或密码错误", "the user or the password is wrong"],
  ["ER_BAD_DB_ERROR", "没有这个数据库", "there is no such database"],
  ["ENOTFOUND", "找不到该主机", "there is no such host"],
])("a database that answers %s is explained", (code, zh, en) => {
  const error = problemBy(failure({ code }), "UNREADABLE_DATABASE", "old", code);
  expect(sentenceOf(error)).toEqual({
    zh: `无法读取数据库 old（${code}）：${zh}。`,
    en: `The database old cannot be read (${code}): ${en}.`,
  });
});

test("a code that nobody explains stands without a reason", () => {
  expect(problem("UNREADABLE_DATABASE", "old", "ER_NEW").message).toBe(
    "The database old cannot be read (ER_NEW).",
  );
});

test("a full disk is one, whoever noticed it; a folder that may not be written is named", () => {
  const full = { zh: "服务器磁盘空间不足。", en: "There is not enough room on the disk of the server." };
  for (const error of [
    failure({ code: "ENOSPC", path: "/data/import" }, "ENOSPC: no space left on device, write"),
    failure({ code: "SQLITE_FULL" }, "database or disk is full"),
    failure({ driverError: { code: "SQLITE_FULL" } }),
  ])
    expect(sentenceOf(error)).toEqual(full);
  expect(sentenceOf(failure({ code: "EACCES", path: "/data/import" }))).toEqual({
    zh: "服务器没有权限写入 /data/import。",
    en: "The server may not write to /data/import.",
  });
});

test("what a driver says of its statement stays inside, and the rest is one line", () => {
  const statement = failure({ code: "ER_PARSE_ERROR", sqlMessage: "near 'secret'" }, "near 'secret'");
  expect(sentenceOf(statement).en).toBe("A database has refused a statement (ER_PARSE_ERROR).");
  const odd = sentenceOf(new Error(`${"x".repeat(500)}\nat line 2`));
  expect([odd.en, odd.zh.length]).toEqual(["x".repeat(300), 300]);
  expect(sentenceOf({})).toEqual({
    zh: "发生了意外错误。",
    en: "Something went wrong that nobody expected.",
  });
});
