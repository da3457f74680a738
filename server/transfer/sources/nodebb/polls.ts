import { BodyWriter } from "../../bodies/writer.ts";
import type { Row } from "../sqlSource.ts";
import { referencesOf } from "../texts.ts";
import { idOf, jsonOf, textOf } from "../values.ts";
import { isSet } from "./fields.ts";
import type { Run } from "./run.ts";

/** A choice of a poll. */
interface Choice {
  readonly id: string;
  readonly title: string;
}

/**
 * Writes the polls of a post, by the plugin for polls, as tables with their results.
 * @param topic the topic of a first post: it had the poll before posts did
 */
export function pollsOf(run: Run, post: Row, topic: Row = {}): string[] {
  const named = jsonOf(textOf(post["pollIds"]));
  const ids = [...(Array.isArray(named) ? (named as unknown[]) : []), topic["pollId"]].flatMap(
    (id) => idOf(id) ?? [],
  );
  return [...new Set(ids)].flatMap((id) => pollOf(run, id) ?? []);
}

function pollOf(run: Run, id: number): string | null {
  const poll = run.objects.hash("poll", id);
  if (!poll || isSet(poll["deleted"])) return null;
  const settings = run.objects.hash("poll:settings", id) ?? {};
  const title = textOf(poll["title"]) || textOf(settings["title"]);
  const choices = (choicesOf(poll) ?? storedChoices(run, id)).map((choice) => [
    choice.title,
    String(run.objects.size(`poll:${id}:options:${choice.id}:votes`)),
  ]);
  const writer = new BodyWriter(referencesOf(run), () => null);
  writer.poll(title, choices);
  return writer.finish().markdown;
}

/** Choices within the poll, of the newer plugin; null where it has none. */
function choicesOf(poll: Row): Choice[] | null {
  const choices = jsonOf(textOf(poll["options"]));
  if (!Array.isArray(choices)) return null;
  return (choices as (Row | null)[]).flatMap((each) =>
    each ? [{ id: textOf(each["id"]), title: textOf(each["title"]) }] : [],
  );
}

/** Choices that are objects of their own, of the older plugin. */
function storedChoices({ objects }: Run, id: number): Choice[] {
  const ids = [...objects.members(`poll:${id}:options`)].map(({ value }) => value);
  return ids
    .sort((one, other) => Number(one) - Number(other))
    .map((each) => ({ id: each, title: textOf(objects.hash(`poll:${id}:options:${each}`)?.["title"]) }));
}
