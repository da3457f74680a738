import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { Progress } from "../../server/transfer/move/progress.ts";
import { Checksum, kindOf, valueOf, type Row } from "../../server/transfer/move/values.ts";

afterEach(() => void vi.useRealTimers());

const sumOf = (rows: readonly Row[]): string => {
  const checksum = new Checksum();
  for (const row of rows) checksum.add(row);
  return checksum.digits;
};

test.each([
  ["integer", 7, 7n],
  ["bigint(20)", "9007199254740991", 9_007_199_254_740_991n],
  ["tinyint(4)", 1, 1n],
  ["boolean", 0n, 0n],
  ["double", 1n, 1],
  ["double", -0, 0],
  ["datetime(3)", "2026-01-02 03:04:05.678", "2026-01-02 03:04:05.678"],
  ["datetime", "2026-01-02T03:04:05Z", "2026-01-02 03:04:05.000"],
  ["varchar(255)", "7", "7"],
  ["mediumtext", "", ""],
  ["varbinary(48)", "a", Buffer.from("a")],
  ["text", null, null],
])("a value of a column %s that an engine gives as %s is the same on both", (type, raw, value) => {
  expect(valueOf(kindOf(type), raw)).toEqual(value);
});

test.each([
  ["integer", "seven", "it holds a text, which is no integer"],
  ["integer", 0.5, "it holds the number 0.5, which is no integer"],
  ["double", Infinity, "it holds the number Infinity, which is no double"],
  ["datetime(3)", "yesterday", "it holds a text, which is no time"],
  ["datetime(3)", 1_700_000_000_000, "it holds the number 1700000000000, which is no time"],
  ["text", Buffer.from("a"), "it holds bytes, which is no text"],
])("a column %s with %j, which only SQLite takes, is refused", (type, raw, why) => {
  expect(() => valueOf(kindOf(type), raw)).toThrow(why);
});

test("a type that no table has is refused rather than guessed", () => {
  expect(() => kindOf("geometry")).toThrow("no way to move a column of the type geometry");
});

test("rows in another order have the same sum, and other rows another one", () => {
  const value = fc.oneof(
    fc.bigInt(),
    fc.double({ noNaN: true }),
    fc.string({ unit: "grapheme" }),
    fc.constant(null),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  );
  const rows = fc.array(fc.tuple(value, value), { minLength: 1 });
  fc.assert(
    fc.property(rows, value, (rows, other) => {
      expect(sumOf(rows.toReversed())).toBe(sumOf(rows));
      const [first, second] = rows[0]!;
      fc.pre(String(other) !== String(first) || typeof other !== typeof first);
      expect(sumOf([[other, second], ...rows.slice(1)])).not.toBe(sumOf(rows));
    }),
  );
});

test.each([
  [[["a", "bc"]], [["ab", "c"]]],
  [[["1"]], [[1n]]],
  [[[null]], [["null"]]],
  [[[""]], [[null]]],
  [[["a"]], [["a"], ["a"]]],
] as [Row[], Row[]][])("rows %s and %s have different sums", (one, other) => {
  expect(sumOf(one)).not.toBe(sumOf(other));
});

test("progress is told every two seconds, with the time that is left at the speed so far", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const lines: string[] = [];
  const progress = new Progress(1_000, (line) => void lines.push(line));
  progress.add(1, "users");
  vi.advanceTimersByTime(2_000);
  progress.add(9, "users");
  progress.add(10, "users");
  vi.advanceTimersByTime(18_000);
  progress.add(480, "posts");
  vi.advanceTimersByTime(20_000);
  progress.add(480, "posts");

  expect(lines).toEqual([
    "1 % (users), about 3 minutes left",
    "50 % (posts), about 20 seconds left",
    "98 % (posts), about 1 second left",
  ]);
});
