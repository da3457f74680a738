import { createHash } from "node:crypto";
import { NeutralWriter } from "../../../server/transfer/format/folder.ts";
import type { Kind, RecordOf } from "../../../server/transfer/format/records.ts";
import { category, GROUP, member, NOW } from "../plainRecords.ts";

export const LATER = "2099-01-01T00:00:00.000Z";
export const READING = ["viewThreads", "thread.viewPosts"];
/** Groups, members, categories and threads of the community. */
export const [ADMINS, GUESTS, MEMBERS, GOLD, SILVER, KEEPERS] = [1, 7, 10, 12, 13, 14];
export const [ROOT, ADA, BO, CY, DEE] = [1, 2, 3, 4, 5];
export const [PETS, CATS, LOUNGE, STAFF] = [1, 2, 3, 4];

const thread = (id: number, categoryId: number): RecordOf<"threads"> => ({
  id,
  categoryId,
  authorId: ADA,
  title: `Thread ${id}`,
  body: "Once upon a time",
  priceCents: 0,
  freePercent: 0,
  attachmentPriceCents: 0,
  isAnonymous: false,
  isSticky: false,
  stickyUntil: null,
  isEssence: false,
  lockedAt: null,
  lockReason: null,
  approval: "APPROVED",
  deletedAt: null,
  deletedById: null,
  mergedIntoId: null,
  solutionId: null,
  movedNumber: 0,
  viewCount: 0,
  longitude: null,
  latitude: null,
  address: "",
  location: "",
  createdAt: NOW,
  editedAt: null,
});

const inGroup = (
  id: number,
  name: string,
  groupId: number,
  more: Partial<RecordOf<"members">> = {},
): RecordOf<"members"> => ({ ...member(id, name), groupId, ...more });

const time = (id: number, memberId: number, groupId: number): RecordOf<"entitlements"> => ({
  id,
  memberId,
  object: "GROUP",
  objectId: id,
  groupId,
  source: `order:${id}`,
  startsAt: NOW,
  endsAt: LATER,
});

/** A member's password of the old forum, as UCenter has hashed it. */
function credential(memberId: number, password: string): RecordOf<"credentials"> {
  const md5 = (text: string): string => createHash("md5").update(text).digest("hex");
  return {
    memberId,
    scheme: "ucenter",
    hash: md5(`${md5(password)}salty1`),
    salt: "salty1",
    charset: "utf-8",
  };
}

/**
 * Writes a community whose owner wants fewer groups and categories.
 * @param passwords of members, by their ids
 */
export async function community(
  location: string,
  passwords: readonly (readonly [id: number, password: string])[] = [],
): Promise<string> {
  const source = { software: "luntan", version: "1", address: "" } as const;
  const writer = await NeutralWriter.open(location, source);
  const group = (id: number, own: Partial<RecordOf<"groups">>): RecordOf<"groups"> => ({
    ...GROUP,
    isDefault: false,
    id,
    ...own,
  });
  const paid = { isPaid: true, feeCents: 100, days: 30, grants: READING };
  const bought = { groupExpiresAt: LATER, returnGroupId: MEMBERS };
  const records: { readonly [K in Kind]?: readonly RecordOf<K>[] } = {
    groups: [
      group(ADMINS, { name: "Admins" }),
      group(5, { name: "Banned" }),
      group(6, { name: "Unpaid" }),
      group(GUESTS, { name: "Guests", grants: READING }),
      group(8, { name: "Trial", grants: READING }),
      group(MEMBERS, { name: "Members", grants: ["createThread", ...READING] }),
      group(GOLD, { ...paid, name: "Gold", level: 1 }),
      group(SILVER, { ...paid, name: "Silver", level: 2 }),
      group(KEEPERS, {
        name: "Keepers",
        isDefault: true,
        grants: [`category${CATS}.thread.edit`, `category${PETS}.thread.reply`, ...READING],
      }),
    ],
    members: [
      inGroup(ROOT, "root", ADMINS),
      inGroup(ADA, "ada", GOLD, bought),
      inGroup(BO, "bo", KEEPERS),
      inGroup(CY, "cy", GOLD, bought),
      inGroup(DEE, "dee", SILVER, { ...bought, returnGroupId: KEEPERS }),
    ],
    credentials: passwords.map(([id, password]) => credential(id, password)),
    categories: [
      { ...category(PETS, null), name: "Pets" },
      { ...category(CATS, PETS), name: "Cats" },
      { ...category(LOUNGE, null), name: "Lounge" },
      { ...category(STAFF, null), name: "Staff" },
    ],
    threads: [thread(1, PETS), thread(2, CATS), thread(3, CATS), thread(4, LOUNGE), thread(5, STAFF)],
    watches: [
      { memberId: ADA, target: "CATEGORY", targetId: CATS, level: "MUTED", changedAt: NOW },
      { memberId: BO, target: "CATEGORY", targetId: CATS, level: "MUTED", changedAt: NOW },
      { memberId: BO, target: "CATEGORY", targetId: LOUNGE, level: "WATCHING", changedAt: NOW },
      { memberId: BO, target: "THREAD", targetId: CATS, level: "WATCHING", changedAt: NOW },
    ],
    invitations: [GOLD, KEEPERS].map((groupId, index) => ({
      id: index + 1,
      code: `code${index}`,
      memberId: ROOT,
      groupId,
      isOfficial: true,
      maxUses: null,
      useCount: 0,
      createdAt: NOW,
      expiresAt: null,
      revokedAt: null,
    })),
    orders: [
      {
        id: 1,
        kind: "GROUP",
        state: "REFUNDED",
        method: "OUTSIDE",
        memberId: ADA,
        payeeId: null,
        threadId: null,
        groupId: GOLD,
        amountCents: 100,
        days: 30,
        siteCents: 100,
        payeeCents: 0,
        inviterId: null,
        inviterCents: 0,
        createdAt: NOW,
        expiresAt: NOW,
        paidAt: NOW,
      },
    ],
    entitlements: [time(1, ADA, GOLD), time(2, CY, GOLD), time(3, CY, SILVER), time(4, DEE, SILVER)],
    drafts: [
      {
        id: 1,
        memberId: ADA,
        threadId: null,
        categoryId: CATS,
        title: "Later",
        body: "",
        isAnonymous: false,
        priceCents: 0,
        freePercent: 0,
        attachmentPriceCents: 0,
        attachmentIds: [],
        gifts: "",
        poll: "",
        goods: "",
        createdAt: NOW,
        updatedAt: NOW,
      },
    ],
    formerForums: [{ software: "phpbb", postsPerPage: 10, basePath: "/board" }],
    oldAddresses: [
      { address: "/cats.html", target: `/category/${CATS}?sort=HOT` },
      { address: "/zoo.html", target: "/category/21" },
    ],
  };
  for (const [kind, some] of Object.entries(records))
    for (const record of some) await writer.append(kind as Kind, record);
  await writer.finish(new Date(NOW));
  return location;
}
