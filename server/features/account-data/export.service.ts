import { IsNull, MoreThan, Not } from "typeorm";
import type { FindOptionsSelect, FindOptionsWhere, ObjectLiteral } from "typeorm";
import type { Context } from "../../core/context.ts";
import { unhurried } from "../../core/slices.ts";
import { verb } from "../../core/verbs.ts";
import { Identity } from "../auth/identities/identity.entity.ts";
import { Passkey } from "../auth/passkeys/passkey.entity.ts";
import { requireProof } from "../auth/sessions/proof.service.ts";
import { Session } from "../auth/sessions/session.entity.ts";
import { UserBadge } from "../badges/badge.entity.ts";
import { CheckIn } from "../check-ins/checkIn.entity.ts";
import { UserLevel } from "../levels/level.entity.ts";
import { SavedSearch } from "../search/saved/savedSearch.entity.ts";
import { Message } from "../messages/message.entity.ts";
import { ChannelAddress } from "../notifications/delivery/addresses/address.entity.ts";
import { NotificationPreference } from "../notifications/inbox/preferences/preference.entity.ts";
import { listPluginRowsOf } from "../plugins/server-part/personalData.service.ts";
import { RoomMember, SeatState } from "../rooms/room.entity.ts";
import { User } from "../users/user.entity.ts";

/** Rows that are read at once; others may ask in between. */
const PAGE = 200;

/** A part of the other data: rows of one table that belong to the member. */
interface Section {
  readonly name: string;
  readonly table: new () => ObjectLiteral;
  /** Column by which the member's rows are read on; null where there are a few at most. */
  readonly key: string | null;
  readonly columns: readonly string[];
  /** Column that holds the id of the member. */
  readonly owner: string;
  /** Further condition of the rows. */
  readonly where: FindOptionsWhere<ObjectLiteral>;
}

function section<T extends { userId: number }>(
  name: string,
  table: new () => T,
  key: (keyof T & string) | null,
  columns: readonly (keyof T & string)[],
): Section {
  return { name, table, key, columns, owner: "userId", where: {} };
}

/** Parts of the other data, in their order. */
const SECTIONS: readonly Section[] = [
  // Those on the way to be proven, and devices.
  section("addresses", ChannelAddress, null, ["channel", "address", "verifiedAt", "pendingAddress"]),
  section("notificationPreferences", NotificationPreference, null, ["choices", "changedAt"]),
  section("sessions", Session, "id", ["id", "client", "userAgent", "place", "createdAt", "lastSeenAt"]),
  section("connectedAccounts", Identity, "id", ["id", "providerId", "email", "createdAt"]),
  section("passkeys", Passkey, "id", ["id", "name", "isBackedUp", "createdAt", "lastUsedAt"]),
  section("badges", UserBadge, "badgeId", ["badgeId", "awardedAt"]),
  section("savedSearches", SavedSearch, "id", [
    ...(["id", "name", "query", "filterJson", "withinDays", "notifies"] as const),
    "createdAt",
  ]),
  section("level", UserLevel, null, [
    "levelId",
    "reachedAt",
    "failingSince",
    "lastFaultAt",
    "override",
    "reason",
  ]),
  section("checkIns", CheckIn, null, ["day", "createdAt"]),
  {
    ...section("groupChats", RoomMember, "roomId", ["roomId", "state", "joinedAt", "isMuted", "readUpTo"]),
    where: { state: Not(SeatState.DECLINED) },
  },
  {
    name: "groupChatMessages",
    table: Message,
    key: "id",
    columns: ["id", "roomId", "body", "attachmentId", "createdAt"],
    owner: "authorId",
    where: { roomId: Not(IsNull()), event: IsNull() },
  },
];

/** The export of a member, before its records are read. */
export interface AccountExport {
  readonly member: { readonly id: number; readonly username: string };
  /** Rows that are no records of the neutral format: the text of a JSON document, read while it is taken. */
  readonly otherData: AsyncGenerator<string>;
}

/**
 * Begins the export of the viewer's data.
 * @throws {DomainError} PROOF_NEEDED; RATE_LIMITED.
 */
export const exportAccount = verb({
  name: "exportAccount",
  who: "member",
  rate: "export",
  anyStanding: true,
  // A download carries the cookie alone, and changes nothing.
  withoutCompanion: true,
  async run(ctx: Context, stopping: AbortSignal): Promise<AccountExport> {
    await requireProof(ctx);
    const id = ctx.viewer.accountId;
    const { username } = await ctx.db.findOneByOrFail(User, { id });
    return { member: { id, username }, otherData: documentOf(ctx, id, stopping) };
  },
});

async function* documentOf(ctx: Context, userId: number, stopping: AbortSignal): AsyncGenerator<string> {
  const pause = unhurried(stopping);
  let start = "{\n";
  for (const each of SECTIONS) {
    yield `${start}${JSON.stringify(each.name)}: [`;
    start = ",\n";
    let separator = "\n";
    for (let last = 0, rows = await read(ctx, each, userId, last); rows.length > 0;) {
      for (const row of rows) {
        yield separator + JSON.stringify(row);
        separator = ",\n";
      }
      if (each.key === null || rows.length < PAGE) break;
      last = Number(rows.at(-1)![each.key]);
      await pause();
      rows = await read(ctx, each, userId, last);
    }
    yield "]";
  }
  yield `,\n"plugins": ${JSON.stringify(await listPluginRowsOf(ctx, userId))}`;
  yield "\n}\n";
}

function read(ctx: Context, part: Section, userId: number, after: number): Promise<ObjectLiteral[]> {
  const { table, key, columns } = part;
  const own = { ...part.where, [part.owner]: userId };
  return ctx.db.find(table, {
    select: Object.fromEntries(columns.map((name) => [name, true])) as FindOptionsSelect<ObjectLiteral>,
    where: key === null ? own : { ...own, [key]: MoreThan(after) },
    ...(key === null ? {} : { order: { [key]: "ASC" as const }, take: PAGE }),
  });
}
