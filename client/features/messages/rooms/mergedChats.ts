/** A page-by-page list of chats, the newest first. */
interface Chats<N> {
  nodes: readonly N[];
  pageInfo: { hasNextPage: boolean };
}

interface Merged<D, R> {
  rows: ({ dialog: D; room: null } | { dialog: null; room: R })[];
  /** List that must be read on before later rows can be shown; null if all is there. */
  next: "dialogs" | "rooms" | null;
}

/** Functions that give the place of a chat in the list, which grows with the time of its newest message. */
interface Places<D, R> {
  dialog: (dialog: D) => number;
  room: (room: R) => number;
}

/** Place of the last row that is there, if rows after it are not: later rows of the other list have to wait. */
function horizonOf<N>({ nodes, pageInfo }: Chats<N>, placeOf: (node: N) => number): number {
  const last = nodes.at(-1);
  return pageInfo.hasNextPage && last !== undefined ? placeOf(last) : -Infinity;
}

/**
 * Merges dialogs and group chats into one list, the newest first. A row shows only once no row that is not read yet can
 * come before it, so that reading on never puts rows above those that are shown.
 */
export function mergeChats<D, R>(dialogs: Chats<D>, rooms: Chats<R>, placeOf: Places<D, R>): Merged<D, R> {
  const horizons = { dialogs: horizonOf(dialogs, placeOf.dialog), rooms: horizonOf(rooms, placeOf.room) };
  const horizon = Math.max(horizons.dialogs, horizons.rooms);
  const rows: Merged<D, R>["rows"] = [];
  let at = 0;
  const takeRooms = (isDue: (place: number) => boolean) => {
    for (
      let room = rooms.nodes[at];
      room !== undefined && isDue(placeOf.room(room));
      room = rooms.nodes[at]
    ) {
      rows.push({ dialog: null, room });
      at += 1;
    }
  };
  for (const dialog of dialogs.nodes) {
    const place = placeOf.dialog(dialog);
    if (place < horizon) break;
    takeRooms((each) => each > place);
    rows.push({ dialog, room: null });
  }
  takeRooms((each) => each >= horizon);
  if (horizon === -Infinity) return { rows, next: null };
  return { rows, next: horizons.dialogs >= horizons.rooms ? "dialogs" : "rooms" };
}
