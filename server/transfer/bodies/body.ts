/** Things that a text of a source names; the reader of the source answers. Null: the thing does not exist (any more). */
export interface BodyReferences {
  /**
   * An attached file, for `![name](luntan-file:ID)` and `[name](luntan-file:ID)`. The id is what the text gives: a number
   * (of phpBB the number within the post), a uuid of Flarum, the path of an upload of NodeBB, the sha1 of Discourse.
   */
  attachment(id: number | string): BodyAttachment | null;
  member(idOrName: number | string): { readonly id: number; readonly name: string } | null;
  /** A reply or first post by the source's id. */
  post(id: number): BodyPost | null;
  thread(id: number): { readonly id: number; readonly title: string } | null;
  /** A post by its number within a thread of the source, as Flarum and Discourse name it. */
  floor?(threadId: number, number: number): BodyPost | null;
  /** The name of a topic. */
  topic?(id: number): string | null;
  /** An emoji or a picture in Markdown, for `:)`, `{:1_1:}` or `:smile:`; ours are taken where there is none. */
  smiley?(code: string): string | null;
}

/** A file with its ids and names here. */
export interface BodyAttachment {
  readonly id: number;
  readonly name: string;
  readonly isImage: boolean;
}

/** A reply, or the text of a thread: then `postId` and `number` are null. Comments on replies have no number. */
export interface BodyPost {
  readonly threadId: number;
  readonly postId: number | null;
  readonly number: number | null;
  readonly authorName: string;
}

/** A text of a source as Markdown of ours. */
export interface ConvertedBody {
  readonly markdown: string;
  /** The reply that it answers, as the text names it (a quote at its beginning). */
  readonly replyToPostId: number | null;
  /** Attachments that the text itself shows, by their ids here. */
  readonly attachmentIds: readonly number[];
  /** Constructs that Markdown cannot express, by name, with how often: `{ color: 3, align: 1 }`. Their text stays. */
  readonly losses: Readonly<Record<string, number>>;
  /** Parts that not everybody may read, in order. The reader decides about them. */
  readonly hidden: readonly HiddenPart[];
}

/** A part that is not in the text, with its files, which must not be listed with those of the text either. */
export interface HiddenPart {
  /** Condition as the source writes it: `hide`, `hide=100` (credits), `hide=d30,100` (days, credits), `password`. */
  readonly kind: string;
  readonly markdown: string;
  readonly attachmentIds: readonly number[];
}

/** Scheme by which a text names files of the neutral format. */
export const FILE_SCHEME = "luntan-file:";

/** Address of a post here: stays right whatever the length of pages. */
export function postHref({ threadId, number }: BodyPost): string {
  return number === null ? `/thread/${threadId}` : `/thread/${threadId}?post=${number}#p${number}`;
}

/** A post as quotes name it. */
export function postLabel({ authorName, number }: BodyPost): string {
  return number === null ? authorName : `${authorName} #${number}`;
}
