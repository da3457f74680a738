import type { RoomEventKind } from "../../../gql/graphql.ts";
import type { Locale } from "../../../i18n/texts.ts";
import type { roomEventTexts } from "./rooms.texts.ts";

interface Person {
  id: string;
  nickname: string;
}

/** Something that happened in a group chat. */
export interface RoomHappening {
  kind: RoomEventKind;
  /** Member who did it. */
  author: Person;
  /** Members to whom it was done: several if one invited them one after the other. */
  users: readonly Person[];
  /** New name of the group chat. */
  name: string | null | undefined;
}

/** Writes an event of a group chat as a sentence; the viewer is "you". */
export function eventSentence(
  t: (typeof roomEventTexts)[Locale],
  { kind, author, users, name }: RoomHappening,
  viewerId: string | undefined,
): string {
  const who = author.id === viewerId ? t.you : `${author.nickname} `;
  const gap = users[0]?.id === viewerId && users.length > 0 ? t.youGap : " ";
  const names = users.map((user) => (user.id === viewerId ? t.youObject : user.nickname));
  switch (kind) {
    case "INVITED":
    case "REMOVED":
      return t[kind](who, gap + (names.join(t.comma) || t.somebody));
    case "RENAMED":
      return t.RENAMED(who, name ?? "");
    case "OWNER": {
      const owner = users[0] ?? author;
      return owner.id === viewerId ? t.OWNER_YOU : t.OWNER(`${owner.nickname} `);
    }
    default:
      return t[kind](who);
  }
}
