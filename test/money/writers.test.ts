import { expect, test } from "vitest";
import { modules } from "../support/modules.ts";

const server = modules.filter(({ path }) => /^(server|migrations)\//.test(path));
const LEDGER = "server/features/money/ledger/ledger.service.ts";
const BALANCES = "server/features/money/ledger/ledger.sql.ts";

const filesThat = (pattern: RegExp): string[] =>
  server.filter(({ code }) => pattern.test(code)).map(({ path }) => path);

test("post alone writes accounts, transactions and entries", () => {
  const inserts = /\binsert(?:All|Ignore)?\(\s*ctx,\s*Money(?:Account|Transaction|Entry)\b/;
  expect(filesThat(inserts)).toEqual([LEDGER]);
  expect(
    filesThat(/\b(?:UPDATE|INSERT\s+INTO|REPLACE\s+INTO)\s+money_(?:accounts|transactions|entries)\b/),
  ).toEqual([BALANCES]);
});

test("no entry and no transaction is ever changed or deleted", () => {
  const changes =
    /\.(?:update|delete|upsert|save|remove|increment|decrement)\(\s*Money(?:Account|Transaction|Entry)\b|\b(?:UPDATE|DELETE\s+FROM)\s+money_(?:transactions|entries)\b/;
  expect(filesThat(changes)).toEqual([]);
});

test("balances are set by post alone", () => {
  const writers =
    /await (?:setBalances|insertTransaction)\(|\/ledger\/ledger\.sql\.ts"|"\.\/ledger\.sql\.ts"/;
  expect(filesThat(writers)).toEqual([LEDGER]);
});
