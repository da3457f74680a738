import { useBrowserClient } from "../../apollo/browserClient.ts";
import { useEffect, useState } from "react";
import { graphql } from "../../gql/gql.ts";
import { postHref } from "../reading/threadAddress.ts";
import type { Completed, Operator } from "./typedOperator.ts";
import { SearchSuggestionsDocument, type SearchSuggestionsQuery } from "../../gql/graphql.ts";

graphql(`
  query SearchSuggestions($query: String!) {
    threads: search(query: $query, kind: THREAD, first: 5, sort: RELEVANCE) {
      nodes {
        thread {
          id
          title
        }
      }
    }
    replies: search(query: $query, kind: POST, first: 3) {
      nodes {
        snippet
        thread {
          id
        }
        post {
          id
          number
        }
      }
    }
    topicCandidates(prefix: $query) {
      id
      name
    }
    members: search(query: $query, kind: USER, first: 3) {
      nodes {
        user {
          id
          nickname
        }
      }
    }
  }
`);

/** Suggestions wait until typing pauses for so long. */
export const SUGGEST_DELAY_MS = 250;
/** Latin words are looked up from this length on; one Han character means enough (landscape E26). */
export const LATIN_MIN = 3;

const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** A place that a suggestion leads to. */
export interface Place {
  kind: "thread" | "reply" | "topic" | "member" | "search";
  label: string;
  to: string;
}

/** A value for the operator that is being typed: what the field has once it is chosen. */
export interface Completion extends Completed {
  kind: Operator;
  label: string;
}

/** A line below the field. */
export type Suggestion = Place | Completion;

/** True if a text is specific enough to be looked up while it is typed. */
export function isWorthLooking(text: string): boolean {
  return HAN.test(text) || text.length >= LATIN_MIN;
}

/** Threads, topics and members for what is being typed; an input method that composes is not disturbed. */
export function useSuggestions(typed: string, isComposing: boolean): readonly Place[] {
  const client = useBrowserClient();
  const text = typed.trim();
  const isAsking = !isComposing && isWorthLooking(text);
  const [found, setFound] = useState<{ text: string; suggestions: Place[] }>({
    text: "",
    suggestions: [],
  });

  useEffect(() => {
    if (!isAsking) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      client
        .query({ query: SearchSuggestionsDocument, variables: { query: text }, fetchPolicy: "no-cache" })
        .then(({ data }) => {
          if (isCurrent && data) setFound({ text, suggestions: suggestionsOf(data) });
        })
        // Suggestions are a convenience: the search itself says what is wrong.
        .catch(() => undefined);
    }, SUGGEST_DELAY_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [client, text, isAsking]);

  return isAsking || isComposing ? found.suggestions : NOTHING;
}

const NOTHING: readonly Place[] = [];

function suggestionsOf({ threads, replies, topicCandidates, members }: SearchSuggestionsQuery): Place[] {
  return [
    ...topicCandidates
      .slice(0, 3)
      .map(({ id, name }): Place => ({ kind: "topic", label: `#${name}`, to: `/topic/${id}` })),
    ...threads.nodes.flatMap(({ thread }): Place[] =>
      thread ? [{ kind: "thread", label: thread.title, to: `/thread/${thread.id}` }] : [],
    ),
    ...replies.nodes.flatMap(({ snippet, thread, post }): Place[] =>
      thread && post?.number ? [{ kind: "reply", label: snippet, to: postHref(thread.id, post.number) }] : [],
    ),
    ...members.nodes.flatMap(({ user }): Place[] =>
      user ? [{ kind: "member", label: user.nickname, to: `/user/${user.id}` }] : [],
    ),
  ];
}
