import { createHash } from "node:crypto";
import { In } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { plainText } from "../../../core/markdown/markdown.ts";
import { Attachment, UploadKind } from "../../attachments/attachment.entity.ts";
import { Goods } from "../../goods/goods.entity.ts";
import { Post } from "../../posts/post.entity.ts";
import { PaidContent } from "../../threads/paid/paidContent.entity.ts";
import { Thread } from "../../threads/thread.entity.ts";
import type { ContentCheck } from "../contentCheck.entity.ts";

/** A thread or reply as it is sent to a service. */
export interface CheckedContent {
  /** Title, text without marks, and the addresses that its links lead to; may be empty. */
  readonly text: string;
  /** Paths of its pictures below the files folder. */
  readonly pictures: readonly string[];
}

/** Reads what is to be checked; null if it is there no more. */
export async function readContent(ctx: Context, check: ContentCheck): Promise<CheckedContent | null> {
  const { threadId, postId } = check;
  const text = threadId === null ? await textOfPost(ctx, postId!) : await textOfThread(ctx, threadId);
  if (text === null) return null;
  const owner = threadId === null ? { postId: postId! } : { threadId };
  const files = await ctx.db.find(Attachment, {
    select: { path: true },
    where: { ...owner, kind: In([UploadKind.IMAGE, UploadKind.GOODS]) },
    order: { sort: "ASC", id: "ASC" },
  });
  return { text, pictures: files.map(({ path }) => path) };
}

/** The whole of a thread: what has to be bought is checked as well. */
async function textOfThread(ctx: Context, id: number): Promise<string | null> {
  const select = {
    id: true,
    title: true,
    body: true,
    bodyHtml: true,
    plainText: true,
    priceCents: true,
    hasGoods: true,
  } as const;
  const thread = await ctx.db.findOne(Thread, { select, where: { id } });
  if (!thread) return null;
  const { title, body, bodyHtml, priceCents } = thread;
  const sold = priceCents > 0 ? await ctx.db.findOneBy(PaidContent, { threadId: id }) : null;
  const goods = thread.hasGoods ? await ctx.db.findOneBy(Goods, { threadId: id }) : null;
  const goodsLines = goods ? `\n${goods.title}\n${goods.shopName}\n${goods.url}` : "";
  if (sold) return joinedText(title, plainText(sold.body) + goodsLines, sold.bodyHtml);
  return joinedText(title, (thread.plainText ?? body) + goodsLines, bodyHtml);
}

async function textOfPost(ctx: Context, id: number): Promise<string | null> {
  const select = { id: true, body: true, bodyHtml: true, plainText: true } as const;
  const post = await ctx.db.findOne(Post, { select, where: { id } });
  return post && joinedText("", post.plainText ?? post.body, post.bodyHtml);
}

function joinedText(title: string, text: string, html: string): string {
  return [title, text, ...addressesIn(html)].filter((part) => part.trim() !== "").join("\n");
}

/** Addresses of other sites that links of rendered HTML lead to, each once. */
function addressesIn(html: string): Set<string> {
  const start = 'href="http';
  const addresses = new Set<string>();
  for (let at = html.indexOf(start); at >= 0; at = html.indexOf(start, at + start.length))
    addresses.add(html.slice(at + 'href="'.length, html.indexOf('"', at + start.length)));
  return addresses;
}

/** Digest of a text, by which a text that passed before is recognised. */
export function hashOfText(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
