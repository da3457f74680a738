import type { RoomEventKind } from "../../../gql/graphql.ts";
import { isPause } from "../messageTimes.ts";
import type { RoomHappening } from "./roomEvents.ts";

interface Person {
  id: string;
  nickname: string;
}

/** Part of a message that decides which line shows it. */
export interface RoomMessage {
  id: string;
  isMine: boolean;
  createdAt: string;
  author: Person;
  roomEvent?: { kind: RoomEventKind; user?: Person | null; name?: string | null } | null;
}

/** One line of a group chat: a message, or what happened. */
export type RoomLine<M> = { id: string; createdAt: string; hasTime: boolean } & (
  { message: M; happening: null; isFollowing: boolean } | { message: null; happening: RoomHappening }
);

/**
 * Makes the lines of a group chat from its messages, the oldest first: members that one invited in a row share a line,
 * and a face shows above messages of one member in a row.
 */
export function linesOf<M extends RoomMessage>(messages: readonly M[]): RoomLine<M>[] {
  const lines: RoomLine<M>[] = [];
  for (const message of messages) {
    const { id, author, createdAt, roomEvent } = message;
    const before = lines.at(-1);
    const hasTime = isPause(before?.createdAt, createdAt);
    if (!roomEvent) {
      const isFollowing = !hasTime && before?.message?.author.id === author.id;
      lines.push({ id, createdAt, hasTime, message, happening: null, isFollowing });
      continue;
    }
    const { kind, user, name } = roomEvent;
    const last = before?.happening;
    const users = user ? [user] : [];
    if (
      before &&
      last &&
      !hasTime &&
      kind === "INVITED" &&
      last.kind === kind &&
      last.author.id === author.id
    )
      lines[lines.length - 1] = {
        ...before,
        message: null,
        happening: { ...last, users: [...last.users, ...users] },
      };
    else lines.push({ id, createdAt, hasTime, message: null, happening: { kind, author, users, name } });
  }
  return lines;
}

/** Part of a seat that says who has read. */
interface Seat {
  user: Person;
  state: "INVITED" | "JOINED";
  readUpTo: string;
  joinedAt?: string | null;
}

/** Finds the members that a message reached, and those among them who have read it; its author is neither. */
export function readersOf<S extends Seat>(
  { id, createdAt, author }: RoomMessage,
  seats: readonly S[],
): { reached: S[]; readers: S[] } {
  const reached = seats.filter(
    ({ user, state, joinedAt }) =>
      state === "JOINED" &&
      user.id !== author.id &&
      (!joinedAt || Date.parse(joinedAt) <= Date.parse(createdAt)),
  );
  return { reached, readers: reached.filter(({ readUpTo }) => Number(readUpTo) >= Number(id)) };
}
