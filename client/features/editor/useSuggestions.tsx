import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { keyOf } from "../../platform/inputMethod.ts";
import { graphql } from "../../gql/gql.ts";
import { useMentionCandidatesLazyQuery, useTopicCandidatesLazyQuery } from "../../gql/hooks.ts";
import { type Suggestion, SuggestionList } from "./SuggestionList.tsx";
import type { Mention } from "./mentions.ts";
import type { SuggestionKind, SuggestionQuery } from "./suggesting.ts";

/** Pause in typing after which candidates are asked for, in milliseconds. */
export const SUGGESTION_DELAY_MS = 150;

graphql(`
  query MentionCandidates($prefix: String!, $threadId: ID) {
    mentionCandidates(prefix: $prefix, threadId: $threadId) {
      id
      nickname
      avatarUrl
    }
  }
`);
graphql(`
  query TopicCandidates($prefix: String!) {
    topicCandidates(prefix: $prefix) {
      id
      name
      threadCount
    }
  }
`);

/** Completion of names, as a text field adds it. */
export interface Suggestions {
  /** Told whenever the text or the cursor changes; null closes the list. */
  look(query: SuggestionQuery | null): void;
  /** True if the key belongs to the list: the field must not act on it. Never called while an input method composes. */
  takesKey(event: KeyboardEvent): boolean;
  /** ARIA attributes of the field, which keeps the focus. */
  aria: { "aria-autocomplete": "list"; "aria-controls"?: string; "aria-activedescendant"?: string };
  list: ReactNode;
}

interface Options {
  /** Thread whose participants come first; null for a new thread. */
  threadId: string | null;
  /** Writes what was chosen in place of what was typed. */
  onPick(query: SuggestionQuery, chosen: Mention): void;
  /** Ids of members who are not offered. */
  except?: readonly string[];
  /** Place in the window at which the list opens; under the field without it. */
  placeOf?(query: SuggestionQuery): { left: number; top: number; bottom: number } | null;
}

interface Found {
  query: SuggestionQuery;
  items: readonly Suggestion[];
}

/** Asks for members or topics whose names begin with what was typed, once nobody types for a moment. */
function useCandidates(
  query: SuggestionQuery | null,
  threadId: string | null,
  onFound: (found: Found) => void,
) {
  const [findPeople] = useMentionCandidatesLazyQuery();
  const [findTopics] = useTopicCandidatesLazyQuery();
  const { kind, prefix } = query ?? {};
  // The place moves with every key; what is looked for does not.
  const tell = useEffectEvent((items: Suggestion[]) => query && onFound({ query, items }));

  useEffect(() => {
    if (kind === undefined || prefix === undefined) return;
    let isOld = false;
    const find = async (kind: SuggestionKind, prefix: string): Promise<Suggestion[]> => {
      if (kind === "mention") {
        const { data } = await findPeople({ variables: { prefix, threadId } });
        const people = data?.mentionCandidates ?? [];
        return people.map(({ id, nickname, avatarUrl }) => ({ id, name: nickname, avatarUrl }));
      }
      const { data } = await findTopics({ variables: { prefix } });
      const topics = (data?.topicCandidates ?? []).map(({ id, name, threadCount }) => ({
        id,
        name,
        threadCount,
      }));
      const isKnown = topics.some(({ name }) => name.toLowerCase() === prefix.toLowerCase());
      return isKnown ? topics : [...topics, { id: "new", name: prefix, isNew: true }];
    };
    const timer = setTimeout(() => {
      find(kind, prefix)
        .then((items) => !isOld && tell(items))
        .catch(() => undefined);
    }, SUGGESTION_DELAY_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [findPeople, findTopics, kind, prefix, threadId]);
}

/** Completes names of members and topics while they are typed: arrows choose, Enter and Tab write, Escape closes. */
export function useSuggestions({ threadId, onPick, except, placeOf }: Options): Suggestions {
  const id = useId();
  const [query, setQuery] = useState<SuggestionQuery | null>(null);
  const [found, setFound] = useState<Found | null>(null);
  const [active, setActive] = useState(0);
  const dismissed = useRef<number | null>(null);
  useCandidates(query, threadId, (answer) => {
    setFound(answer);
    setActive(0);
  });

  const items = found?.items.filter(({ id }) => !except?.includes(id)) ?? [];
  const isOpen = query !== null && items.length > 0 && found?.query.kind === query.kind;

  function close(): void {
    setQuery(null);
    setFound(null);
  }

  function pick(index: number): void {
    const item = items[index];
    if (!query || !item) return;
    close();
    onPick(query, item);
  }

  return {
    look(next) {
      // What was closed by Escape stays closed until another name begins.
      if (next && dismissed.current === next.from) return;
      dismissed.current = null;
      if (next) return setQuery(next);
      if (query) close();
    },
    takesKey(event) {
      if (!isOpen) return false;
      const last = items.length - 1;
      if (keyOf(event) === "ArrowDown") setActive(active === last ? 0 : active + 1);
      else if (keyOf(event) === "ArrowUp") setActive(active === 0 ? last : active - 1);
      else if ((keyOf(event) === "Enter" || keyOf(event) === "Tab") && !event.ctrlKey && !event.metaKey)
        pick(active);
      else if (keyOf(event) === "Escape") {
        dismissed.current = query.from;
        close();
      } else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
    aria: {
      "aria-autocomplete": "list",
      "aria-controls": isOpen ? id : undefined,
      "aria-activedescendant": isOpen ? `${id}-${active}` : undefined,
    },
    list: isOpen && (
      <SuggestionList
        id={id}
        kind={query.kind}
        items={items}
        active={active}
        placeOf={placeOf && (() => placeOf(query))}
        onPick={pick}
        onActive={setActive}
      />
    ),
  };
}
