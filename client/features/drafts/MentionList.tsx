import type { KeyboardEvent } from "react";
import { useEffect, useState } from "react";
import { graphql } from "../../gql/gql.ts";
import { useMentionListLazyQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { draftTexts } from "./drafts.texts.ts";
import classes from "./MentionList.module.css";

/** Pause in typing after which candidates are asked for, in milliseconds. */
const MENTION_DELAY_MS = 150;
/** Longest name that is looked for. */
const PREFIX_MAX = 20;
const AVATAR_PX = 24;

graphql(`
  query MentionList($prefix: String!, $threadId: ID) {
    mentionCandidates(prefix: $prefix, threadId: $threadId) {
      id
      nickname
      avatarUrl
    }
  }
`);

/** A name that is being typed after an @, and where it stands in the text. */
export interface MentionQuery {
  prefix: string;
  from: number;
  to: number;
}

/** Finds the name that is being typed at the end of a text that ends at position `to`; null if there is none. */
export function mentionIn(before: string, to: number): MentionQuery | null {
  const found = /(?:^|[\s，。！？、（(])@([^\s@，。！？、]{1,20})$/u.exec(before.slice(-PREFIX_MAX - 2));
  return found ? { prefix: found[1]!, from: to - found[1]!.length - 1, to } : null;
}

/** Finds the name that is being typed right before the cursor of a field. */
export function mentionBefore(area: HTMLTextAreaElement): MentionQuery | null {
  const to = area.selectionEnd;
  return to === area.selectionStart ? mentionIn(area.value.slice(0, to), to) : null;
}

interface Props {
  query: MentionQuery;
  threadId: string | null;
  onPick(nickname: string): void;
  onClose(): void;
}

/** Members whose names begin with what is typed; arrow keys go through them. */
export function MentionList({ query, threadId, onPick, onClose }: Props) {
  const t = useTexts(draftTexts);
  const [find] = useMentionListLazyQuery();
  const [people, setPeople] = useState<
    readonly { id: string; nickname: string; avatarUrl?: string | null }[]
  >([]);
  const { prefix } = query;

  useEffect(() => {
    let isOld = false;
    const timer = setTimeout(() => {
      find({ variables: { prefix, threadId } })
        .then(({ data }) => !isOld && setPeople(data?.mentionCandidates ?? []))
        .catch(() => undefined);
    }, MENTION_DELAY_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [find, prefix, threadId]);

  function walk(event: KeyboardEvent<HTMLUListElement>): void {
    if (event.key === "Escape") return onClose();
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-mention]")];
    const next = items[items.indexOf(document.activeElement as HTMLElement) + step];
    if (next) next.focus();
    else if (step < 0) onClose();
  }

  if (people.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={t.mention} onKeyDown={walk}>
      {people.map((person) => (
        <li key={person.id}>
          <button
            type="button"
            data-mention=""
            className={classes.person}
            onClick={() => onPick(person.nickname)}
          >
            <Avatar name={person.nickname} src={person.avatarUrl} size={AVATAR_PX} />
            {person.nickname}
          </button>
        </li>
      ))}
    </ul>
  );
}
