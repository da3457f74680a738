import { AsyncLocalStorage } from "node:async_hooks";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { ROOT } from "./root.ts";

/** Kinds of work that are timed by themselves. */
export type Work = "migrations" | "databases" | "forums" | "browsers";

/** Statements of one test, as indices of the shapes of its file, and its processor time in milliseconds. */
export interface TestProfile {
  readonly name: string;
  readonly cpuMs: number;
  readonly statements: readonly number[];
}

/**
 * Profile of one test file: times in milliseconds, calls by kind of work, and shapes of the statements that the program ran.
 * Statements by which a test itself looks or prepares are not in it.
 */
export interface FileProfile {
  readonly file: string;
  readonly wallMs: number;
  /** Processor time of the worker; programs that a test starts are not in it. */
  readonly cpuMs: number;
  /** Processor time of programs that the tests have started and that have ended; 0 where the system does not say. */
  readonly programsMs: number;
  readonly work: Readonly<Partial<Record<Work, { calls: number; ms: number }>>>;
  readonly statements: readonly string[];
  readonly tests: readonly TestProfile[];
  /** Statements that ran before, after or between its tests, as indices of `statements`. */
  readonly shared: readonly number[];
}

/** Folder that the profiles of a run go to; unset in ordinary runs, which then record nothing. */
const FOLDER = process.env["LUNTAN_TEST_PROFILE"];

/** Status of this process, with times in ticks of the kernel. */
const STATUS = "/proc/self/stat";
const TICK_MS = 10;

/** Statements of a forum that are kept for the report of a failure. */
const LAST_MAX = 5;

const work = new Map<Work, { calls: number; ms: number }>();
/** Shapes of the statements of the present file, with their indices. */
const statements = new Map<string, number>();
const shared = new Set<number>();
const tests: TestProfile[] = [];
/** Statements of the test that runs; `shared` between two tests. */
let present = shared;
/** Holds true while a test reads or prepares rows by itself. */
const unrecordedQueries = new AsyncLocalStorage<true>();

/** Runs statements of a test itself, which the profile leaves out. */
export function withoutProfile<T>(task: () => Promise<T>): Promise<T> {
  return FOLDER ? unrecordedQueries.run(true, task) : task();
}

function note(sql: string): void {
  const shape = shapeOf(sql);
  if (!statements.has(shape)) statements.set(shape, statements.size);
  present.add(statements.get(shape)!);
}

/** Runs `task` and adds its time to a kind of work. */
export async function timed<T>(kind: Work, task: () => Promise<T>): Promise<T> {
  if (!FOLDER) return task();
  const began = performance.now();
  try {
    return await task();
  } finally {
    const sum = work.get(kind) ?? { calls: 0, ms: 0 };
    work.set(kind, { calls: sum.calls + 1, ms: sum.ms + performance.now() - began });
  }
}

/** Reduces a statement to its shape: without values, lengths of lists and white space. */
export function shapeOf(sql: string): string {
  return sql
    .replace(/\s+/g, " ")
    .replace(/'(?:[^']|'')*'/g, "?")
    .replace(/\b\d+\b/g, "?")
    .replace(/\?(?:, ?\?)+/g, "?*")
    .replace(/\(\?\*?\)(?:, ?\(\?\*?\))*/g, "(?*)")
    .trim();
}

/**
 * Records the shape of every statement that a database executes.
 * @returns the last statements themselves, the newest at the end
 */
export function recordStatements(log: { count(sql: string): void }): string[] {
  const last: string[] = [];
  const count = log.count.bind(log);
  log.count = (sql) => {
    if (FOLDER && !unrecordedQueries.getStore()) note(sql);
    last.push(sql);
    if (last.length > LAST_MAX) last.shift();
    count(sql);
  };
  return last;
}

/** Reads the processor time of child processes that have ended; 0 on systems other than Linux. */
function programsMs(): number {
  if (!existsSync(STATUS)) return 0;
  const status = readFileSync(STATUS, "latin1");
  // The name of the program, in brackets, may hold blanks.
  const fields = status.slice(status.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}

/** Writes the profile of each test file, if the run has a folder for it. */
export function profileFiles(): void {
  if (!FOLDER) return;
  mkdirSync(FOLDER, { recursive: true });
  let cpu = process.cpuUsage();
  let programs = programsMs();
  let began = performance.now();
  beforeAll(() => {
    programs = programsMs();
    cpu = process.cpuUsage();
    began = performance.now();
    work.clear();
    statements.clear();
    shared.clear();
    tests.length = 0;
  });
  let cpuOfTest = process.cpuUsage();
  beforeEach(() => {
    cpuOfTest = process.cpuUsage();
    present = new Set();
  });
  afterEach(() => {
    const used = process.cpuUsage(cpuOfTest);
    const name = expect.getState().currentTestName ?? "";
    tests.push({ name, cpuMs: Math.round((used.user + used.system) / 1000), statements: [...present] });
    present = shared;
  });
  afterAll(() => {
    const used = process.cpuUsage(cpu);
    const profile: FileProfile = {
      file: relative(ROOT, expect.getState().testPath ?? ""),
      wallMs: Math.round(performance.now() - began),
      cpuMs: Math.round((used.user + used.system) / 1000),
      programsMs: programsMs() - programs,
      work: Object.fromEntries(work),
      statements: [...statements.keys()],
      tests: [...tests],
      shared: [...shared],
    };
    appendFileSync(join(FOLDER, `${process.pid}.jsonl`), `${JSON.stringify(profile)}\n`);
  });
}
