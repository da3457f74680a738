import { plainName } from "../../core/markdown/names.ts";
import { cleanLine, nameKey, showsNothing } from "../../core/text.ts";
import type { SourceRun } from "./run.ts";
import { cut, textOf } from "./values.ts";

/** Name of the member in place of deleted authors. */
const GHOST_NAME = "已注销用户";
const NAME_UNITS = 100;
/** Units of a suffix: `-` and a number. */
const SUFFIX_UNITS = 12;
/** Names that nobody may have: they would deceive. */
const RESERVED: ReadonlySet<string> = new Set(["匿名用户", "anonymous"].map(nameKey));

/** A name of a member that exists once. */
type NameField = "username" | "nickname";

/** Notes a name, so that the first member keeps what several want; before any member is written. */
export function noteName({ scratch }: SourceRun, id: number, field: NameField, value: unknown): void {
  const key = nameKey(allowedName(value, id));
  if (!RESERVED.has(key)) scratch.takeName(`${field}:${key}`, id);
}

/** Gives the name of the member in place of deleted authors, before any member is written. */
export function takeGhostName({ scratch }: Pick<SourceRun, "scratch">): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? GHOST_NAME : `${GHOST_NAME}-${number}`;
    const keys = [`username:${nameKey(name)}`, `nickname:${nameKey(name)}`];
    if (keys.some((key) => scratch.name(key) !== undefined)) continue;
    for (const key of keys) scratch.takeName(key, 0);
    return name;
  }
}

/** Gives the name of a member here: whose id is lowest keeps it, the others get a number. */
export function nameOf(run: SourceRun, id: number, field: NameField, value: unknown, label: string): string {
  const name = allowedName(value, id);
  const key = nameKey(name);
  const isOwn = run.scratch.name(`${field}:${key}`)?.id === id || run.scratch.takeName(`${field}:${key}`, id);
  if (isOwn && !RESERVED.has(key)) {
    if (name !== value) run.report.remark("renamed", label, `${field}: ${textOf(value)} → ${name}`);
    return name;
  }
  const stem = cut(name, NAME_UNITS - SUFFIX_UNITS);
  for (let number = 2; ; number++) {
    const next = `${stem}-${number}`;
    if (!run.scratch.takeName(`${field}:${nameKey(next)}`, id)) continue;
    run.report.remark("renamed", label, `${field}: ${textOf(value)} → ${next}`);
    return next;
  }
}

/** A name without blanks and signs that mean something around names. */
function allowedName(value: unknown, id: number): string {
  const name = plainName(cleanLine(textOf(value)));
  return showsNothing(name) ? `用户${id}` : cut(name, NAME_UNITS);
}

/** Longest name of a topic. */
const TOPIC_NAME_MAX = 200;
/** Blanks and punctuation at the end; it begins nowhere else, so that it is looked for once. */
const TRAILING = /(?<![\s\p{P}])[\s\p{P}]+$/u;

/** Gives the name of a topic as texts can name it: without its marks, and without what would end it. */
export function topicNameOf(text: string): string {
  return cut(text.replaceAll("#", "").trim().replace(TRAILING, ""), TOPIC_NAME_MAX);
}
