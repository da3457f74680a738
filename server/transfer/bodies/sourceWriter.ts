import { withoutEnd } from "../../core/text.ts";
import { mentionMarkdown } from "../../../shared/markdown/mentions.ts";
import { literal } from "../../core/markdown/literal.ts";
import {
  type BodyAttachment,
  type BodyPost,
  type BodyReferences,
  type ConvertedBody,
  FILE_SCHEME,
  postHref,
  postLabel,
} from "./body.ts";
import { emojiOf } from "./emoji.ts";
import type { Addresses } from "./writer.ts";

const DESTINATION = String.raw`<[^<>\n]{0,1000}>|(?:[^\s()<>]|\([^\s()<>]{0,200}\)){0,1000}`;
/** Constructs that mean something else in another forum, in the order in which they are looked for. */
const PIECES = new RegExp(
  [
    String.raw`\\[!-/:-@[-\x60{-~]`,
    String.raw`(?<isPicture>!?)\[(?<label>(?:[^[\]\\\n]|\\[^\n]){0,1000})\]\((?<to>${DESTINATION})(?<title>[^()\n]{0,300})\)`,
    String.raw`\]\((?<outer>${DESTINATION})`,
    String.raw`(?<=^|\n)(?<definition>\[[^\]\n]{1,200}\]: ?)(?<defined>[^\s<>]{1,1000})`,
    String.raw`(?<url>https?:\/\/[^\s<>()[\]"'\x60]{1,500})`,
    String.raw`(?<![\p{L}\p{N}_/@.[\-])@(?<member>[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]{0,58}[\p{L}\p{N}_])?)`,
    String.raw`(?<emoji>:[a-z\d_+-]{1,50}:)(?:t[2-6]:)?`,
  ].join("|"),
  "gu",
);
/** Sizes and kinds that Discourse puts behind the name of a file. */
const DETAILS = /\|[^\]]{0,300}$/;

/** Rewrites Markdown of other forums as ours: links, files, mentions and emoji mean the same things here. */
export class SourceWriter {
  readonly #losses = new Map<string, number>();
  readonly #attachmentIds = new Set<number>();
  #replyToPostId: number | null = null;

  /** @param file finds a file by its address in the text */
  constructor(
    readonly references: BodyReferences,
    private readonly addresses: Addresses,
    private readonly file: (address: string) => BodyAttachment | null,
  ) {}

  /** Counts a construct that Markdown cannot express. */
  lose(name: string): void {
    this.#losses.set(name, (this.#losses.get(name) ?? 0) + 1);
  }

  /** Notes the post that the text answers. */
  answer({ postId }: BodyPost): void {
    this.#replyToPostId ??= postId;
  }

  /** The first line of a quote: a link to the post, else who wrote it; empty if nobody is named. */
  quoteHead(post: BodyPost | null, author = ""): string {
    if (post) return `[${literal(postLabel(post))}](${postHref(post)})`.replaceAll("\\#", "#");
    const member = author === "" ? null : this.references.member(author);
    return member ? mentionMarkdown(member.id, member.name) : literal(author);
  }

  /** Rewrites text that holds no code. */
  inline(text: string): string {
    return text.replace(PIECES, (whole: string, ...rest: unknown[]) => {
      const groups = rest.at(-1) as Readonly<Record<string, string | undefined>>;
      const { to, outer, definition, defined, url, member, emoji } = groups;
      if (to !== undefined) return this.#link(groups, to);
      if (outer !== undefined) return `](${this.#addressOf(outer)}`;
      if (definition !== undefined) return `${definition}${this.#addressOf(defined!)}`;
      if (url !== undefined) return this.#url(url);
      if (member !== undefined) return this.#mention(member);
      if (emoji !== undefined) return this.references.smiley?.(emoji) ?? emojiOf(emoji) ?? whole;
      return whole;
    });
  }

  /** A picture by its address and name. */
  picture(address: string, alt: string): string {
    return this.#link({ isPicture: "!", label: literal(alt), title: "" }, address);
  }

  /** Ends the text. */
  finish(markdown: string): ConvertedBody {
    return {
      markdown: markdown.trim(),
      replyToPostId: this.#replyToPostId,
      attachmentIds: [...this.#attachmentIds],
      losses: Object.fromEntries(this.#losses),
      hidden: [],
    };
  }

  #link(
    { isPicture, label = "", title = "" }: Readonly<Record<string, string | undefined>>,
    to: string,
  ): string {
    const file = this.#take(to);
    const words = label.replace(DETAILS, "");
    if (!file) {
      const name = isPicture || to.startsWith("upload:") ? words : label;
      return `${isPicture}[${name}](${this.#pageOf(to)}${title})`;
    }
    const isShown = isPicture !== "" && file.isImage;
    return `${isShown ? "!" : ""}[${words || literal(file.name)}](${FILE_SCHEME}${file.id})`;
  }

  #take(to: string): BodyAttachment | null {
    const file = this.file(to.replace(/^<(.*)>$/, "$1"));
    if (file) this.#attachmentIds.add(file.id);
    else if (to.startsWith("upload:")) this.lose("attachment");
    return file;
  }

  #addressOf(to: string): string {
    const file = this.#take(to);
    return file ? `${FILE_SCHEME}${file.id}` : this.#pageOf(to);
  }

  #pageOf(to: string): string {
    return this.addresses(to.replace(/^<(.*)>$/, "$1")) ?? to;
  }

  #url(url: string): string {
    const address = withoutEnd(url, ".,:;!?");
    const end = url.slice(address.length);
    const href = this.addresses(address);
    return href === null ? url : `[${literal(address)}](${href})${end}`;
  }

  #mention(name: string): string {
    const member = this.references.member(name);
    return member ? mentionMarkdown(member.id, member.name) : `@${name}`;
  }
}
