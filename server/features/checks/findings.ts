import type { Answer, Finding } from "./checker.ts";
import { CheckVerdict, FINDINGS_MAX } from "./contentCheck.entity.ts";

/** Findings: pure rules, without database and clock. */

/** Most findings of one text. */
const FINDINGS_SHOWN_MAX = 6;
/** Most words of one finding. */
const WORDS_MAX = 5;
/** Longest stored word and name, in characters. */
const WORD_LENGTH_MAX = 40;
/** Code points that neighbouring slices share, so that no word is cut in both. */
const OVERLAP = 20;

const ORDER = Object.values(CheckVerdict);

/** Joins answers about parts of one text: the worst verdict counts, and each finding once. */
export function joined(answers: readonly Answer[]): Answer {
  const worst = Math.max(0, ...answers.map(({ verdict }) => ORDER.indexOf(verdict)));
  const byKind = new Map<string, Finding>();
  for (const finding of answers.flatMap(({ findings }) => findings)) {
    const key = `${finding.label} ${finding.detail} ${finding.isPicture}`;
    const other = byKind.get(key);
    byKind.set(key, other ? merged(other, finding) : finding);
  }
  const findings = [...byKind.values()].sort((one, other) => other.score - one.score);
  return { verdict: ORDER[worst]!, findings };
}

function merged(one: Finding, other: Finding): Finding {
  const words = [...new Set([...one.words, ...other.words])];
  return { ...one, score: Math.max(one.score, other.score), words };
}

/** Highest score of findings; 0 without any. */
export function scoreOf(findings: readonly Finding[]): number {
  return Math.max(0, ...findings.map(({ score }) => score));
}

/** Writes findings as they are stored, as many as there is room for. */
export function storedFindings(findings: readonly Finding[]): string {
  const short = findings.slice(0, FINDINGS_SHOWN_MAX).map((finding) => ({
    ...finding,
    detail: cut(finding.detail),
    score: Math.min(100, Math.max(0, Math.round(finding.score))),
    words: finding.words.slice(0, WORDS_MAX).map(cut),
  }));
  for (let count = short.length; count > 0; count -= 1) {
    const text = JSON.stringify(short.slice(0, count));
    if (text.length <= FINDINGS_MAX) return text;
  }
  return "";
}

const cut = (word: string): string => word.slice(0, WORD_LENGTH_MAX).toWellFormed();

/** Reads findings as they are stored. */
export function readFindings(stored: string): Finding[] {
  return stored === "" ? [] : (JSON.parse(stored) as Finding[]);
}

/** Cuts a text into slices that a service takes; neighbours share some characters. */
export function slicesOf(text: string, max: number): string[] {
  const points = [...text];
  const slices: string[] = [];
  for (let from = 0; ; from += max - OVERLAP) {
    slices.push(points.slice(from, from + max).join(""));
    if (from + max >= points.length) return slices;
  }
}
