import type { Sentence } from "../../core/locale.ts";
import { Problem, sentenceFor } from "../problems.ts";

const SENTENCE_MAX = 300;

/** Codes of the system that say that a disk is full, and that the server may not write. */
const [FULL, FORBIDDEN]: readonly (readonly string[])[] = [
  ["ENOSPC", "EDQUOT", "SQLITE_FULL"],
  ["EACCES", "EPERM", "EROFS"],
];

/** Gives the sentence that the page shows of an error: what a driver says of its statement stays inside. */
export function sentenceOf(error: unknown): Sentence {
  const { message, code, path, sqlMessage, driverError } = error as {
    message?: string;
    code?: string;
    path?: string;
    sqlMessage?: string;
    driverError?: { code?: string };
  };
  if (FULL!.includes(driverError?.code ?? code ?? "")) return sentenceFor("NO_ROOM");
  if (error instanceof Problem) return shortened(error.sentence);
  if (sqlMessage !== undefined || driverError !== undefined)
    return sentenceFor("DATABASE_STATEMENT", code ?? driverError?.code ?? "unknown");
  if (FORBIDDEN!.includes(code ?? "") && path !== undefined) return sentenceFor("NOT_ALLOWED", path);
  return shortened(sentenceFor("UNEXPECTED", message ?? ""));
}

function shortened({ zh, en }: Sentence): Sentence {
  return { zh: firstLine(zh), en: firstLine(en) };
}

const firstLine = (text: string): string => text.split("\n", 1)[0]!.slice(0, SENTENCE_MAX);
