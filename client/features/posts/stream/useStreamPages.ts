import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { useBrowserClient } from "../../../apollo/browserClient.ts";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { type PostStream_ThreadFragment, StreamPostsDocument } from "../../../gql/graphql.ts";
import {
  pageOfNumber,
  postHref,
  threadHref,
  threadVariables,
  type ThreadView,
} from "../../reading/threadAddress.ts";
import type { SentReply } from "../composer/ReplyComposer.tsx";
import { OWN_REPLY } from "../../reading/useArrival.ts";
import { StreamPage_posts } from "./StreamPage.tsx";
import { type StreamWindow, useStreamWindow } from "./useStreamWindow.ts";

interface Options {
  thread: PostStream_ThreadFragment;
  posts: FragmentType<typeof StreamPage_posts>;
  view: ThreadView;
  /** Reads the thread and the page of the address again. */
  refetch(): Promise<unknown>;
  /** Called when the first page comes in above. */
  onTop(): void;
}

/** The pages of a thread's replies that are read by now, and the ways to the others. */
export interface StreamPages {
  readonly window: StreamWindow;
  readonly ends: PageEnds;
  /** Replies stand in the order of their numbers, so that pages have numbers as well. */
  readonly isNumbered: boolean;
  readonly pageCount: number;
  /** The page of the address has no replies, and no other one is known. */
  readonly isEmpty: boolean;
  /** Address of the page below those that are read; null if there is none. */
  readonly nextHref: string | null;
  /** Reads what is new: the thread's counters, and the last page, which may have grown. */
  catchUp(): Promise<void>;
  /** Reads a reply that the viewer has just sent, and goes there. */
  goToSent(reply: SentReply): Promise<void>;
}

/** Reads pages of replies as the reader comes near, and what has been written meanwhile. */
export function useStreamPages({ thread, posts, view, refetch, onTop }: Options): StreamPages {
  const { id } = thread;
  const client = useBrowserClient();
  const navigate = useNavigate();
  const { nodes, pageInfo } = readFragment(StreamPage_posts, posts);
  const isNumbered = view.sort === "OLDEST";
  const pageCount = pageOfNumber(thread.lastNumber);
  const [ends] = useState(() => new PageEnds());
  ends.keep(view.page, nodes, pageInfo);

  async function load(page: number): Promise<void> {
    const variables = threadVariables(id, { ...view, page, after: ends.cursorOf(page) });
    const { data } = await client.query({
      query: StreamPostsDocument,
      variables,
      fetchPolicy: "network-only",
    });
    const connection = data?.thread?.posts;
    if (!connection) throw new Error("The thread is gone.");
    const read = readFragment(StreamPage_posts, connection);
    ends.keep(page, read.nodes, read.pageInfo);
    if (page === 1 && isNumbered) onTop();
  }

  const window = useStreamWindow({
    start: view.page,
    isActive: isNumbered ? pageCount > 1 : true,
    has: (page) => (isNumbered ? page >= 1 && page <= pageCount : ends.cursorOf(page) !== null),
    load,
  });
  const { first, last } = window.view.known;
  const isEmpty = nodes.length === 0 && first === last;

  async function catchUp(): Promise<void> {
    await refetch();
    if (last !== view.page) await load(last).catch(() => undefined);
  }

  async function goToSent({ number }: SentReply): Promise<void> {
    await refetch();
    if (!number) return;
    const page = pageOfNumber(number);
    if (page !== view.page && page <= last) await load(page).catch(() => undefined);
    // The mark lets the page show whose reply it is that has come.
    void navigate(isNumbered ? postHref(id, number) : `${threadHref(id, page)}#p${number}`, {
      state: OWN_REPLY,
    });
  }

  const cursor = ends.cursorOf(last + 1);
  const numberedHref = last < pageCount ? `${threadHref(id, last + 1)}#replies` : null;
  const cursorHref = cursor && `${threadHref(id, 1, view.sort)}&after=${encodeURIComponent(cursor)}`;
  const nextHref = isNumbered ? numberedHref : cursorHref;
  return { window, ends, isNumbered, pageCount, isEmpty, nextHref, catchUp, goToSent };
}

interface PageInfo {
  hasNextPage: boolean;
  endCursor?: string | null;
}

/** Cursors and times at the ends of the pages that have been read, needed to read and to show their neighbours. */
export class PageEnds {
  private readonly cursors = new Map<number, string>();
  private readonly lastTimes = new Map<number, string>();
  private readonly times = new Map<number, string[]>();

  keep(page: number, nodes: readonly { createdAt: string }[], { hasNextPage, endCursor }: PageInfo): void {
    const last = nodes.at(-1);
    if (last) this.lastTimes.set(page, last.createdAt);
    this.times.set(
      page,
      nodes.map(({ createdAt }) => createdAt),
    );
    if (hasNextPage && endCursor) this.cursors.set(page + 1, endCursor);
  }

  /** Cursor after which a page begins; null if nothing leads there. */
  cursorOf(page: number): string | null {
    return this.cursors.get(page) ?? null;
  }

  /** Time of the last reply of a page; null if it has not been read. */
  lastTimeOf(page: number): string | null {
    return this.lastTimes.get(page) ?? null;
  }

  /** Times of the replies of the known pages above a page. @param first the first known page */
  timesAbove(page: number, first: number): string[] {
    return [...this.times].flatMap(([each, times]) => (each >= first && each < page ? times : []));
  }
}
