import type { Board, Section, Topic } from "./board.ts";
import { english } from "./english.ts";
import { hobbies } from "./hobbies.ts";
import { HASHTAGS } from "./hashtags.ts";
import { life } from "./life.ts";
import { ANYWHERE, COMMENTS } from "./phrases.ts";
import { makePeople, type Person } from "./people.ts";
import { Random } from "./random.ts";
import { DINNER, site } from "./site.ts";
import { technology } from "./technology.ts";

/** The categories of the demo community, in order. */
export const SECTIONS: readonly Section[] = [site, technology, life, hobbies, english];

const SEED = 20_230_110;
const THREADS = 300;
/** Replies of the thread that everybody adds a line to. */
const LONG_THREAD_REPLIES = 600;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The community looks as if it had begun so long ago. */
const AGE_DAYS = 180;

/** An answer; people are indices into the list of people. */
export interface PlannedPost {
  readonly author: number;
  readonly body: string;
  readonly at: number;
  readonly likes: readonly number[];
  readonly comments: readonly PlannedPost[];
}

/** Pictures below a thread's text. */
export interface PlannedPictures {
  readonly count: 1 | 3 | 9;
  readonly shape: "wide" | "tall";
}

/** A thread with all that happens in it. */
export interface PlannedThread {
  readonly board: Board;
  readonly author: number;
  readonly title: string;
  readonly body: string;
  readonly at: number;
  readonly pictures: PlannedPictures | null;
  readonly isSticky: boolean;
  readonly isEssence: boolean;
  readonly isAnonymous: boolean;
  readonly views: number;
  readonly likes: readonly number[];
  readonly favorites: readonly number[];
  readonly posts: readonly PlannedPost[];
}

/** Everything the demo community consists of, threads oldest first. */
export interface Plan {
  readonly people: readonly Person[];
  readonly threads: readonly PlannedThread[];
  /** Pairs of follower and followed. */
  readonly follows: readonly (readonly [number, number])[];
}

/**
 * Invents the demo community: the same for the same moment and size.
 * @param now the newest moment in it, in milliseconds
 * @param threadCount how many threads besides the long one
 */
export function makePlan(now: number, threadCount = THREADS, longThreadReplies = LONG_THREAD_REPLIES): Plan {
  const random = new Random(SEED);
  const people = makePeople(random);
  const writers = new Writers(people, random);
  const threads = makeSubjects(random, threadCount).map((subject) =>
    makeThread(subject, writers, random, now),
  );
  threads.push(makeLongThread(writers, random, now, longThreadReplies));
  threads.sort((one, other) => one.at - other.at);
  return { people, threads, follows: makeFollows(people, random) };
}

/** Authors of a language: members and staff; a few of them write most of the time. */
class Writers {
  private readonly byLanguage: Readonly<Record<"zh" | "en", readonly number[]>>;

  constructor(
    people: readonly Person[],
    private readonly random: Random,
  ) {
    const writing = people
      .map((_, index) => index)
      .filter((index) => !["trial", "banned"].includes(people[index]!.role));
    const speaking = (language: string) =>
      random.sample(
        writing.filter((index) => people[index]!.language === language),
        1000,
      );
    this.byLanguage = { zh: speaking("zh"), en: [...speaking("en"), ...speaking("zh").slice(0, 8)] };
  }

  one(language: "zh" | "en"): number {
    return this.random.pickSkewed(this.byLanguage[language]);
  }

  several(language: "zh" | "en", count: number): number[] {
    return this.random.sample(this.byLanguage[language], count);
  }
}

interface Subject {
  readonly board: Board;
  readonly topic: Topic;
  readonly title: string;
  readonly words: Readonly<Record<string, readonly string[]>>;
}

/** Subjects without two equal titles; each keeps its words, so that title, body and answers speak of the same. */
function makeSubjects(random: Random, count: number): Subject[] {
  const boards = SECTIONS.flatMap((section) => section.boards);
  const subjects = new Map<string, Subject>();
  for (let tries = 0; subjects.size < count && tries < count * 40; tries++) {
    const board = boards[tries % boards.length]!;
    const topic = random.pick(board.topics);
    const words = Object.fromEntries(
      Object.entries(board.words).map(([slot, list]) => [slot, [random.pick(list)]]),
    );
    const title = random.fill(topic.title, words);
    if (!subjects.has(title)) subjects.set(title, { board, topic, title, words });
  }
  return [...subjects.values()];
}

function makeThread(subject: Subject, writers: Writers, random: Random, now: number): PlannedThread {
  const { board, topic, title, words } = subject;
  const author = writers.one(board.language);
  const official = board.name === "公告";
  const at = now - Math.floor(random.next() ** 1.3 * AGE_DAYS * DAY_MS) - 3 * 60 * MINUTE_MS;
  const popularity = random.next() ** 3;
  const posts = makePosts(subject, author, at, Math.round(2 + popularity * 58), writers, random, now);
  return {
    board,
    author: official ? 0 : author,
    title,
    body: withHashtags(random.fill(topic.body, words), board.name, title),
    at,
    pictures: topic.picture ? picturesOf(title) : null,
    isSticky: title.startsWith("社区公约"),
    isEssence: popularity > 0.5 || official,
    isAnonymous: !official && random.chance(0.03),
    views: Math.round(posts.length * random.between(8, 30) + random.between(5, 120)),
    likes: writers.several(board.language, Math.round(popularity * 24)),
    favorites: writers.several(board.language, Math.round(popularity * 9)),
    posts,
  };
}

/** Computes a number that belongs to a title, for choices that change nothing else. */
function markOf(title: string): number {
  return [...title].reduce((sum, character) => sum + character.codePointAt(0)!, 0);
}

/** Most threads with pictures have one, some three or nine, and a few are taken upright. */
function picturesOf(title: string): PlannedPictures {
  const mark = markOf(title);
  return { count: mark % 3 === 1 ? 3 : mark % 6 === 2 ? 9 : 1, shape: mark % 5 === 0 ? "tall" : "wide" };
}

/** Some threads name what they are about; which ones follows from the title, so that nothing else changes. */
function withHashtags(body: string, boardName: string, title: string): string {
  const tags = HASHTAGS[boardName] ?? [];
  const mark = markOf(title);
  if (tags.length === 0 || mark % 5 > 2) return body;
  const chosen = new Set([
    tags[mark % tags.length]!,
    ...(mark % 4 === 0 ? [tags[(mark >> 2) % tags.length]!] : []),
  ]);
  return `${body}\n\n${[...chosen].map((tag) => `#${tag}#`).join(" ")}`;
}

function makePosts(
  { board, topic, words }: Subject,
  author: number,
  begin: number,
  count: number,
  writers: Writers,
  random: Random,
  now: number,
): PlannedPost[] {
  // Nobody says the same thing twice in a thread: what is said is drawn without repetition, the fitting first.
  const fitting = random.sample(topic.replies ?? [], 10);
  const general = random.sample([...board.replies, ...ANYWHERE[board.language]], 200);
  const lines = [...fitting, ...general].map((line) => random.fill(line, words));
  const span = (now - begin) * Math.min(1, random.next() * 0.4 + 0.02);
  const moments = Array.from(
    { length: Math.min(count, lines.length) },
    () => begin + MINUTE_MS + random.next() ** 2 * span,
  );
  moments.sort((one, other) => one - other);
  return moments.map((at, index) => {
    const writer = index > 1 && random.chance(0.15) ? author : writers.one(board.language);
    return {
      author: writer,
      body: lines[index]!,
      at: Math.floor(at),
      likes: random.chance(0.35) ? writers.several(board.language, random.between(1, 6)) : [],
      comments: random.chance(0.2) ? makeComments(board, author, at, writers, random, now) : [],
    };
  });
}

function makeComments(
  board: Board,
  threadAuthor: number,
  begin: number,
  writers: Writers,
  random: Random,
  now: number,
): PlannedPost[] {
  return random.sample(COMMENTS[board.language], random.between(1, 4)).map((body, index) => ({
    author: random.chance(0.5) ? threadAuthor : writers.one(board.language),
    body,
    at: Math.min(now, Math.floor(begin + (index + 1) * random.between(2, 90) * MINUTE_MS)),
    likes: [],
    comments: [],
  }));
}

function makeLongThread(writers: Writers, random: Random, now: number, replies: number): PlannedThread {
  const board = SECTIONS.flatMap((section) => section.boards).find(({ name }) => name === "美食")!;
  const begin = now - (AGE_DAYS - 5) * DAY_MS;
  const step = (now - begin - DAY_MS / 12) / replies;
  const posts = Array.from({ length: replies }, (_, index): PlannedPost => {
    const [a, b] = random.sample(DINNER.dishes, 2) as [string, string];
    const at = Math.floor(begin + step * (index + random.next() * 0.9));
    return {
      author: writers.one("zh"),
      body: random.fill(random.pick(DINNER.lines), { a: [a], b: [b], n: [String((index % 60) + 1)] }),
      at,
      likes: random.chance(0.25) ? writers.several("zh", random.between(1, 5)) : [],
      comments: random.chance(0.05) ? makeComments(board, 3, at, writers, random, now) : [],
    };
  });
  const { title, body } = DINNER;
  const traits = { pictures: null, isSticky: false, isEssence: true, isAnonymous: false, views: 18_432 };
  const liked = { likes: writers.several("zh", 60), favorites: writers.several("zh", 25) };
  return { board, author: 3, title, body, at: begin - MINUTE_MS, ...traits, ...liked, posts };
}

function makeFollows(people: readonly Person[], random: Random): [number, number][] {
  const able = people
    .map((_, index) => index)
    .filter((index) => !["trial", "banned"].includes(people[index]!.role));
  return able.flatMap((from) =>
    [...new Set(Array.from({ length: random.between(0, 24) }, () => random.pickSkewed(able)))]
      .filter((to) => to !== from)
      .map((to): [number, number] => [from, to]),
  );
}
