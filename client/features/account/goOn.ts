import type { ApolloClient } from "@apollo/client";
import {
  FollowUserDocument,
  SetPostLikedDocument,
  SetPostReactionDocument,
  SetThreadFavoriteDocument,
  SetThreadLikedDocument,
  SetThreadReactionDocument,
  ShellDocument,
} from "../../gql/graphql.ts";
import { textsOfPage } from "../../i18n/texts.ts";
import { takeIntent } from "../../platform/savedIntent.ts";
import { SHARED_VIEWER_ID } from "../../session/useViewer.ts";
import { act } from "../../ui/act.ts";
import { offerQuote, openForQuote } from "../posts/composer/quoting.ts";
import { goOnTexts } from "./goOn.texts.ts";

/** Intents that are older than this are forgotten, in milliseconds. */
const LIFETIME_MS = 30 * 60_000;
/** A page that members share learns within this time who looks, in milliseconds. */
const VIEWER_WAIT_MS = 10_000;
const STEP_MS = 100;
const SIGN_IN_PAGES = /^\/user\/\D/;

/**
 * Does what somebody was about to do when a sign-in was needed, once they have come back as a member: gives the like,
 * keeps the favourite, follows, opens the composer with its quote or the menu of the bell. The sign-in page announced it.
 */
export async function goOn(client: ApolloClient): Promise<void> {
  // It waits while somebody signs in, registers or tells more about themselves.
  if (SIGN_IN_PAGES.test(location.pathname)) return;
  const saved = takeIntent();
  if (!saved) return;
  const { intent, address, at } = saved;
  const { pathname } = new URL(address, location.origin);
  if (pathname !== location.pathname || Date.now() - at > LIFETIME_MS || !(await isMember(client))) return;
  const cut = intent.indexOf(":");
  if (cut < 0) return;
  const target = intent.slice(cut + 1);
  switch (intent.slice(0, cut)) {
    case "like":
      return giveLike(client, target);
    case "favorite":
      return keepFavorite(client, target);
    case "follow":
      return follow(client, target);
    case "reply":
      if (target === "") return;
      openForQuote();
      return offerQuote(target);
    case "watch":
      document.querySelector<HTMLElement>("button[data-level][aria-haspopup=menu]")?.click();
  }
}

/** Tells if somebody in good standing is signed in; on a page that members share once that is known. */
async function isMember(client: ApolloClient): Promise<boolean> {
  const viewer = () => client.readQuery({ query: ShellDocument })?.viewer;
  const until = Date.now() + VIEWER_WAIT_MS;
  while (viewer()?.id === SHARED_VIEWER_ID && Date.now() < until) {
    await new Promise((done) => setTimeout(done, STEP_MS));
  }
  return viewer()?.status === "NORMAL";
}

/** @param target `t` or `p` and the id of the thread or reply, and behind a colon the emoji of a reaction */
async function giveLike(client: ApolloClient, target: string): Promise<void> {
  const t = textsOfPage(goOnTexts);
  const [kind = "", emoji = ""] = target.split(":");
  const id = kind.slice(1);
  const isThread = kind.startsWith("t");
  const work = (): Promise<unknown> => {
    if (emoji) {
      const mutation = isThread ? SetThreadReactionDocument : SetPostReactionDocument;
      return client.mutate<unknown, { id: string; emoji: string }>({ mutation, variables: { id, emoji } });
    }
    return isThread
      ? client.mutate({ mutation: SetThreadLikedDocument, variables: { threadId: id, liked: true } })
      : client.mutate({ mutation: SetPostLikedDocument, variables: { postId: id, liked: true } });
  };
  await act(work, { done: t.liked });
}

async function keepFavorite(client: ApolloClient, threadId: string): Promise<void> {
  const { kept } = textsOfPage(goOnTexts);
  const mutation = SetThreadFavoriteDocument;
  await act(() => client.mutate({ mutation, variables: { threadId, favorite: true } }), { done: kept });
}

async function follow(client: ApolloClient, userId: string): Promise<void> {
  const { followed } = textsOfPage(goOnTexts);
  await act(() => client.mutate({ mutation: FollowUserDocument, variables: { userId } }), { done: followed });
}
