import { BodyWriter } from "../../bodies/writer.ts";
import { canBePoll, type OldPoll, remarkLimit, wordsBeside, writePoll } from "../polls.ts";
import type { Row } from "../sqlSource.ts";
import { referencesOf } from "../texts.ts";
import { idOf, jsonOf, textOf, wholeOf } from "../values.ts";
import { isSet, millisOf } from "./fields.ts";
import { type Run, timeOf } from "./run.ts";

/** A choice of a poll with its votes. */
interface Choice {
  readonly id: string;
  readonly text: string;
  readonly voteCount: number;
}

/** A poll of the plugin for polls. */
export interface Poll extends Pick<OldPoll, "title" | "isSecret" | "endsAt" | "createdAt"> {
  readonly id: number;
  /** Choices of one member at most. */
  readonly mostVotes: number;
  readonly options: readonly Choice[];
}

/**
 * Reads the polls of a post.
 * @param topic the topic of a first post: it had the poll before posts did
 */
export function pollsOf(run: Run, post: Row | undefined, topic: Row = {}): Poll[] {
  const named = jsonOf(textOf(post?.["pollIds"]));
  const ids = [...(Array.isArray(named) ? (named as unknown[]) : []), topic["pollId"]].flatMap(
    (id) => idOf(id) ?? [],
  );
  return [...new Set(ids)].flatMap((id) => pollOf(run, id) ?? []);
}

function pollOf(run: Run, id: number): Poll | null {
  const poll = run.objects.hash("poll", id);
  if (!poll || isSet(poll["deleted"])) return null;
  // The older plugin has an object for its settings.
  const settings = run.objects.hash("poll:settings", id) ?? {};
  const choices = choicesOf(poll) ?? storedChoices(run, id);
  const hasEnded = isSet(poll["ended"]);
  const end = millisOf(wholeOf(poll["end"]) || settings["end"]);
  return {
    id,
    title: textOf(poll["title"]) || textOf(settings["title"]),
    mostVotes: wholeOf(poll["maximumVotesPerUser"] ?? settings["maxvotes"]),
    isSecret:
      isSet(poll["allowAnonVoting"] ?? settings["allowAnonVoting"]) ||
      run.objects.size(`poll:${id}:anon:voters`) > 0,
    endsAt: end ?? (hasEnded ? run.options.now.toISOString() : null),
    createdAt: timeOf(run, poll, "timestamp"),
    options: choices.map((choice) => ({ ...choice, voteCount: run.objects.size(votersOf(id, choice.id)) })),
  };
}

const votersOf = (id: number, choice: string): string => `poll:${id}:options:${choice}:votes`;

/** Choices within the poll, of the newer plugin; null where it has none. */
function choicesOf(poll: Row): Pick<Choice, "id" | "text">[] | null {
  const choices = jsonOf(textOf(poll["options"]));
  if (!Array.isArray(choices)) return null;
  return (choices as (Row | null)[]).flatMap((each) =>
    each ? [{ id: textOf(each["id"]), text: textOf(each["title"]) }] : [],
  );
}

/** Choices that are objects of their own, of the older plugin. */
function storedChoices({ objects }: Run, id: number): Pick<Choice, "id" | "text">[] {
  const ids = [...objects.members(`poll:${id}:options`)].map(({ value }) => value);
  return ids
    .sort((one, other) => Number(one) - Number(other))
    .map((each) => ({ id: each, text: textOf(objects.hash(`poll:${id}:options:${each}`)?.["title"]) }));
}

/** Finds the poll of a first post that becomes the poll of its thread: the first that can be one. */
export function threadPollIn(polls: readonly Poll[]): Poll | null {
  return polls.find(({ options }) => canBePoll(options)) ?? null;
}

/**
 * Gives what a text has of its polls, in Markdown: those that stay in it as tables with their results, and what a poll here
 * has no room for.
 * @param threadPoll the one that becomes a poll
 */
export function wordsOf(run: Run, polls: readonly Poll[], threadPoll: Poll | null = null): string[] {
  return polls.map((poll) => (poll === threadPoll ? wordsBeside(poll) : tableOf(run, poll)));
}

function tableOf(run: Run, { title, options }: Poll): string {
  const writer = new BodyWriter(referencesOf(run), () => null);
  writer.poll(
    title,
    options.map(({ text, voteCount }) => [text, String(voteCount)]),
  );
  const { markdown, losses } = writer.finish();
  run.report.addLosses(losses);
  return markdown;
}

/** Writes the poll of a thread with its votes. Everybody saw its results, and who had voted unless one could hide that. */
export async function writeThreadPoll(run: Run, threadId: number, poll: Poll): Promise<void> {
  const { id, options, createdAt } = poll;
  const votes = options.flatMap((choice, option) =>
    [...run.objects.members(votersOf(id, choice.id))].flatMap(({ value, score }) => {
      const memberId = run.scratch.member(idOf(value))?.id;
      return memberId === undefined ? [] : [{ memberId, option, votedAt: millisOf(score) ?? createdAt }];
    }),
  );
  const isMultiple = poll.mostVotes > 1 || new Set(votes.map(({ memberId }) => memberId)).size < votes.length;
  if (isMultiple) remarkLimit(run, `poll:${id}`, poll.mostVotes, options);
  await writePoll(run, {
    threadId,
    title: poll.title,
    kind: isMultiple ? "MULTIPLE" : "SINGLE",
    isSecret: poll.isSecret,
    resultsVisible: "ALWAYS",
    endsAt: poll.endsAt,
    createdAt,
    voterCount: null,
    options,
    votes,
  });
}
