import { useApolloClient } from "@apollo/client/react";
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { keyOf } from "../../platform/inputMethod.ts";
import { graphql } from "../../gql/gql.ts";
import {
  ReactionChoice_PostFragmentDoc,
  ReactionChoice_ThreadFragmentDoc,
  SetPostReactionDocument,
  SetThreadReactionDocument,
} from "../../gql/graphql.ts";
import { useReactionSetQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { mayNotTexts } from "../../session/mayNot.texts.ts";
import { useRequireLogin } from "../../session/useStanding.ts";
import { act } from "../../ui/act.ts";
import { showToast } from "../../ui/toast.tsx";
import classes from "./ReactionLayer.module.css";
import { reactionTexts } from "./reactions.texts.ts";
import type { HeldTarget } from "./useReactionGestures.ts";

graphql(`
  query ReactionSet {
    site {
      reactions
    }
  }
`);
graphql(`
  fragment ReactionChoice_post on Post {
    viewerReaction
    viewerCanLike
  }
`);
graphql(`
  fragment ReactionChoice_thread on Thread {
    viewerReaction
    viewerCanLike
  }
`);
graphql(`
  mutation SetPostReaction($id: ID!, $emoji: String) {
    setPostReaction(postId: $id, emoji: $emoji) {
      id
      likeCount
      viewerHasLiked
      viewerReaction
      reactions {
        emoji
        count
      }
    }
  }
`);
graphql(`
  mutation SetThreadReaction($id: ID!, $emoji: String) {
    setThreadReaction(threadId: $id, emoji: $emoji) {
      id
      likeCount
      viewerHasLiked
      viewerReaction
      reactions {
        emoji
        count
      }
    }
  }
`);

/** The plain like among the choices. */
const LIKE = "";
const HEART = "♥";
const GAP_PX = 6;
const EDGE_PX = 8;
/** The pointer may leave for so long on its way to the choices, in milliseconds. */
const LEAVE_MS = 350;

interface Props extends HeldTarget {
  onClose(): void;
}

/** The row of emojis over a like button; choosing one's own takes it back. */
export function ReactionPicker({ anchor, target, byKey, onClose }: Props) {
  const t = useTexts(reactionTexts);
  const query = useReactionSetQuery();
  const { choice, choose } = useChoice(target, anchor);
  const frame = useRef<HTMLDivElement>(null);
  const emojis = [LIKE, ...(query.data?.site.reactions ?? [])];
  const isReady = query.data !== undefined;
  usePlace(frame, anchor, isReady);
  useLeave(frame, anchor, onClose);
  useEffect(() => {
    if (byKey && isReady) frame.current?.querySelector<HTMLElement>("button")?.focus();
  }, [byKey, isReady]);

  function press(event: KeyboardEvent): void {
    const buttons = [...(frame.current?.querySelectorAll("button") ?? [])];
    const index = buttons.indexOf(event.target as HTMLButtonElement);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[keyOf(event)];
    if (step) buttons[(index + step + buttons.length) % buttons.length]?.focus();
    else if (keyOf(event) === "Escape" || keyOf(event) === "Tab") {
      onClose();
      anchor.focus();
    } else return;
    event.preventDefault();
  }
  if (!isReady) return null;
  return (
    <div ref={frame} className={classes.picker} role="menu" aria-label={t.choose} onKeyDown={press}>
      {emojis.map((emoji) => (
        <button
          key={emoji}
          type="button"
          role="menuitemradio"
          className={classes.choice}
          aria-checked={choice === emoji}
          aria-label={emoji === LIKE ? t.like : emoji}
          onClick={() => {
            onClose();
            if (byKey) anchor.focus();
            choose(emoji);
          }}
        >
          {emoji === LIKE ? HEART : emoji}
        </button>
      ))}
    </div>
  );
}

/** The viewer's reaction to a text, and the way to change it. */
function useChoice(target: string, anchor: HTMLElement) {
  const client = useApolloClient();
  const requireLogin = useRequireLogin();
  const mayNot = useTexts(mayNotTexts);
  const isThread = target.startsWith("t");
  const id = target.slice(1);
  const cached = client.cache.readFragment<{ viewerReaction: string | null; viewerCanLike: boolean }>({
    id: client.cache.identify({ __typename: isThread ? "Thread" : "Post", id })!,
    fragment: isThread ? ReactionChoice_ThreadFragmentDoc : ReactionChoice_PostFragmentDoc,
  });
  const choice = cached?.viewerReaction ?? null;
  function choose(emoji: string): void {
    if (!requireLogin(`like:${target}:${emoji}`)) return;
    if (cached && !cached.viewerCanLike) return void showToast({ type: "info", message: mayNot.like });
    const variables = { id, emoji: emoji === choice ? null : emoji };
    const mutation = isThread ? SetThreadReactionDocument : SetPostReactionDocument;
    void act(() => client.mutate<unknown, typeof variables>({ mutation, variables }));
    anchor.blur();
  }
  return { choice, choose };
}

/** Puts the choices over the button, or below it where there is no room, within the window. */
function usePlace(
  frame: React.RefObject<HTMLDivElement | null>,
  anchor: HTMLElement,
  isReady: boolean,
): void {
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element || !isReady) return;
    const { left, top, bottom } = anchor.getBoundingClientRect();
    const { width, height } = element.getBoundingClientRect();
    const above = top - height - GAP_PX;
    const start = Math.max(EDGE_PX, Math.min(left, innerWidth - width - EDGE_PX));
    element.style.setProperty("left", `${start}px`);
    element.style.setProperty("top", `${above >= EDGE_PX ? above : bottom + GAP_PX}px`);
  }, [frame, anchor, isReady]);
}

/** Closes the choices when the pointer has gone elsewhere, on a press beside them, and when the page moves. */
function useLeave(
  frame: React.RefObject<HTMLDivElement | null>,
  anchor: HTMLElement,
  onClose: () => void,
): void {
  const [opened] = useState(() => performance.now());
  useEffect(() => {
    let timer = 0;
    const isInside = (event: Event): boolean =>
      event.target instanceof Node &&
      (frame.current?.contains(event.target) || anchor.contains(event.target)) === true;
    const over = (event: PointerEvent): void => {
      clearTimeout(timer);
      if (event.pointerType === "mouse" && !isInside(event)) timer = window.setTimeout(onClose, LEAVE_MS);
    };
    const down = (event: PointerEvent): void => {
      if (!isInside(event)) onClose();
    };
    const scroll = (): void => {
      if (performance.now() - opened > LEAVE_MS) onClose();
    };
    document.addEventListener("pointerover", over);
    document.addEventListener("pointerdown", down, true);
    document.addEventListener("scroll", scroll, { passive: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerover", over);
      document.removeEventListener("pointerdown", down, true);
      document.removeEventListener("scroll", scroll);
    };
  }, [frame, anchor, onClose, opened]);
}
