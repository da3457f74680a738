import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { NeutralWriter } from "../../server/transfer/format/folder.ts";
import { KEYS, KINDS, keyOf, type Kind, type RecordOf } from "../../server/transfer/format/records.ts";
import { numbersFrom } from "../support/numbers.ts";

/** Records of a community by kind, and the contents of its files by their paths. */
export interface RandomCommunity {
  readonly records: { [K in Kind]: RecordOf<K>[] };
  readonly files: ReadonlyMap<string, string>;
}

/** Pieces of texts: of several scripts and planes, with signs that mean something to Markdown, SQL, JSON and HTML. */
const PIECES = [
  "猫",
  "𝒳",
  "🐉",
  "é",
  "e\u0301",
  "שלום",
  "word",
  " ",
  "  ",
  "\n",
  "\n\n",
  "\t",
  "'",
  '"',
  "\\",
  "%",
  "_",
  "`",
  "*",
  "<b>",
  "&amp;",
  "#猫#",
  "$1",
  "\u2028",
  "{}",
  "- ",
  "> ",
  "NULL",
];
const NOW = new Date("2026-11-26T08:00:00Z");
const YEAR_2020_MS = Date.UTC(2020, 0, 1);
const SPAN_MS = 150_000_000_000;
/** A hash of Argon2id, and one of bcrypt, of nobody. */
const ARGON2 = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
const BCRYPT = "$2b$11$DiscuzDiscuzDiscuzDisuHbQ3ozSR3Eb1Pl46Ua.hnsLkJDRj7Ny";

/** Makes a community at random; the same one for the same seed. */
export function randomCommunity(seed: number): RandomCommunity {
  return new Maker(seed).community();
}

/** Writes a community into a folder of the neutral format. */
export async function writeCommunity({ records, files }: RandomCommunity, folder: string): Promise<void> {
  const writer = await NeutralWriter.open(folder, { software: "luntan", version: "1", address: "" });
  for (const kind of KINDS)
    for (const record of records[kind]) if (kind !== "files") await writer.append(kind, record as never);
  for (const { path } of records.files) {
    const location = join(`${folder}-files`, path);
    mkdirSync(dirname(location), { recursive: true });
    writeFileSync(location, files.get(path)!);
    await writer.addFile(path, location);
  }
  await writer.finish(NOW);
}

class Maker {
  private readonly below: (limit: number) => number;
  private readonly records = Object.fromEntries(KINDS.map((kind) => [kind, []])) as unknown as {
    [K in Kind]: RecordOf<K>[];
  };
  private readonly files = new Map<string, string>();

  constructor(seed: number) {
    this.below = numbersFrom(seed);
  }

  community(): RandomCommunity {
    this.addPeople();
    this.addPlaces();
    this.addTexts();
    this.addRelations();
    this.addMessages();
    this.addOthers();
    this.addInvitations();
    this.addMoney();
    for (const kind of KINDS) this.sort(kind);
    return { records: this.records, files: this.files };
  }

  /** Sorts records by their keys, of which each exists once. */
  private sort<K extends Kind>(kind: K): void {
    const byKey = new Map(this.records[kind].map((record) => [keyOf(kind, record), record]));
    const keys = KEYS[kind] as readonly (keyof RecordOf<K>)[];
    this.records[kind].splice(0, Infinity, ...byKey.values());
    this.records[kind].sort((one, other) => {
      for (const key of keys) if (one[key] !== other[key]) return one[key] < other[key] ? -1 : 1;
      return 0;
    });
  }

  private flip(): boolean {
    return this.below(2) === 1;
  }

  private one<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }

  private maybe<T>(make: () => T): T | null {
    return this.flip() ? make() : null;
  }

  private time(): string {
    return new Date(YEAR_2020_MS + this.below(SPAN_MS)).toISOString();
  }

  private text(pieces: number): string {
    return Array.from({ length: this.below(pieces + 1) }, () => this.one(PIECES)).join("");
  }

  /** A line that begins and ends with a letter. */
  private line(pieces: number): string {
    return `a${this.text(pieces).replace(/\s+/gu, " ")}z`;
  }

  /** Ids with gaps between them, the greatest as great as numbers of JavaScript are exact. */
  private ids(count: number, most = 1_000): number[] {
    const ids = new Set<number>();
    for (let made = 0; made < count; made++) ids.add(1 + this.below(most));
    if (this.below(10) === 0) ids.add(4_294_967_296 + this.below(most));
    return [...ids].sort((one, other) => one - other);
  }

  private anyId(kind: "members" | "threads" | "posts" | "categories" | "groups"): number {
    return this.one<{ readonly id: number }>(this.records[kind]).id;
  }

  private addPeople(): void {
    const { groups, members, credentials, contacts, wechatAccounts } = this.records;
    for (const id of new Set([1, 7, 10, ...this.ids(2)])) groups.push(this.group(id));
    for (const id of this.ids(2 + this.below(4))) {
      const name = `${this.one(["Ada", "猫", "𝒳", "o'neil", "é"])}${id}`;
      members.push({
        id,
        username: `${name}_`,
        nickname: name,
        signature: this.text(8),
        avatar: null,
        background: null,
        groupId: this.anyId("groups"),
        groupExpiresAt: this.maybe(() => this.time()),
        returnGroupId: this.maybe(() => this.anyId("groups")),
        returnGroupExpiresAt: this.maybe(() => this.time()),
        status: this.one(["NORMAL", "BANNED", "UNDER_REVIEW", "REFUSED", "IGNORED", "FIELDS_MISSING"]),
        statusReason: this.text(5),
        bannedUntil: this.maybe(() => this.time()),
        ...{ silencedUntil: this.maybe(() => this.time()), silenceReason: this.text(5) },
        usernameChanges: this.below(5),
        messagesFrom: this.one(["EVERYONE", "FOLLOWED", "NOBODY"]),
        followsFrom: this.one(["EVERYONE", "FOLLOWED", "NOBODY"]),
        listDensity: this.one(["CARDS", "COMPACT"]),
        createdAt: this.time(),
        // Forums note it by the minute.
        lastSeenAt: this.maybe(() => this.time().replace(/\d\d\.\d{3}/, "00.000")),
        closesAt: this.maybe(() => this.time()),
      });
      const plain = { memberId: id, salt: "", charset: "utf-8" } as const;
      const hashes = [
        { scheme: "luntan", hash: ARGON2 },
        { scheme: "bcrypt", hash: BCRYPT },
        { scheme: "argon2", hash: ARGON2 },
      ] as const;
      if (this.flip()) credentials.push({ ...plain, ...this.one(hashes) });
      if (this.flip())
        contacts.push({
          memberId: id,
          channel: "EMAIL",
          address: `Member${id}@example.org`,
          verifiedAt: this.maybe(() => this.time()),
        });
      if (this.flip())
        wechatAccounts.push({
          ...{ id, memberId: id, app: "wx1", subject: `s${id}`, nickname: this.line(3) },
          createdAt: this.time(),
        });
    }
  }

  private group(id: number): RecordOf<"groups"> {
    const grants = ["viewThreads", "thread.viewPosts", "user.view", "createThread", "thread.reply"];
    return {
      id,
      name: this.line(5),
      color: this.one(["", "#123456"]),
      icon: "",
      isDisplay: this.flip(),
      isDefault: id === 10,
      type: "",
      isPaid: this.flip(),
      isForSale: this.flip(),
      feeCents: this.below(100_000),
      days: this.below(400),
      level: this.below(10),
      scale: this.below(100),
      isSubordinate: this.flip(),
      isCommission: this.flip(),
      description: this.text(5),
      notice: this.text(5),
      timeRange: this.below(100),
      contentRange: this.below(100),
      createdAt: this.time(),
      grants: grants.filter(() => this.flip()).sort(),
    };
  }

  private addPlaces(): void {
    const { categories, topics } = this.records;
    for (const id of this.ids(1 + this.below(4), 60_000)) {
      const parents = categories.filter(({ parentId }) => parentId === null);
      categories.push({
        id,
        name: this.line(5),
        description: this.text(5),
        icon: "",
        color: this.one(["", "#aabbcc"]),
        sort: this.below(100),
        parentId: parents.length > 0 ? this.maybe(() => this.one(parents).id) : null,
        createdAt: this.time(),
      });
    }
    for (const id of this.ids(this.below(3)))
      topics.push({
        id,
        name: `topic${id}`,
        isRecommended: this.flip(),
        viewCount: this.below(1_000),
        deletedAt: this.maybe(() => this.time()),
        mergedIntoId: null,
        createdAt: this.time(),
      });
  }

  private addTexts(): void {
    const { threads, posts } = this.records;
    for (const id of this.ids(this.below(5))) {
      const deletedAt = this.below(4) === 0 ? this.time() : null;
      threads.push({
        id,
        categoryId: this.anyId("categories"),
        authorId: this.anyId("members"),
        title: this.line(10),
        body: this.text(30),
        priceCents: this.flip() ? this.below(10_000) : 0,
        freePercent: this.below(101),
        attachmentPriceCents: this.flip() ? this.below(10_000) : 0,
        isAnonymous: this.flip(),
        isSticky: this.flip(),
        stickyUntil: this.maybe(() => this.time()),
        isEssence: this.flip(),
        lockedAt: this.maybe(() => this.time()),
        lockReason: this.maybe(() => this.text(5)),
        closesAt: this.maybe(() => this.time()) ?? undefined,
        closesAfterDays: this.maybe(() => 1 + this.below(366)) ?? undefined,
        slowModeSeconds: this.maybe(() => 60 + this.below(604_741)) ?? undefined,
        approval: this.one(["PENDING", "APPROVED", "IGNORED"]),
        deletedAt,
        deletedById: deletedAt === null ? null : this.maybe(() => this.anyId("members")),
        mergedIntoId: null,
        solutionId: null,
        movedNumber: 0,
        viewCount: this.below(1_000),
        longitude: this.maybe(() => this.below(180_000_000) / 1_000_000),
        latitude: this.maybe(() => this.below(90_000_000) / 1_000_000),
        address: this.text(4),
        location: this.text(4),
        createdAt: this.time(),
        editedAt: this.maybe(() => this.time()),
      });
    }
    if (threads.length > 0) for (const id of this.ids(this.below(8))) this.addPost(id);
    for (const thread of threads) {
      const replies = posts.filter(({ threadId, number }) => threadId === thread.id && number !== null);
      if (replies.length > 0 && this.flip()) thread.solutionId = this.one(replies).id;
    }
  }

  private addPost(id: number): void {
    const { posts } = this.records;
    const threadId = this.anyId("threads");
    const replies = posts.filter((each) => each.threadId === threadId && each.number !== null);
    const parentId = replies.length > 0 ? this.maybe(() => this.one(replies).id) : null;
    const number = Math.max(0, ...replies.map((each) => each.number!)) + 1 + this.below(3);
    const deletedAt = this.below(4) === 0 ? this.time() : null;
    posts.push({
      id,
      threadId,
      number: parentId === null ? number : null,
      parentId,
      replyToPostId: replies.length > 0 ? this.maybe(() => this.one(replies).id) : null,
      authorId: this.anyId("members"),
      body: this.text(20),
      isAnonymous: this.flip(),
      approval: this.one(["PENDING", "APPROVED", "IGNORED"]),
      deletedAt,
      deletedById: deletedAt === null ? null : this.maybe(() => this.anyId("members")),
      createdAt: this.time(),
      editedAt: this.maybe(() => this.time()),
    });
  }

  /** Two members that are not the same; null if the community has one only. */
  private two(): readonly [number, number] | null {
    const [one, other] = [this.anyId("members"), this.anyId("members")];
    return one === other ? null : [one, other];
  }

  private addRelations(): void {
    const { follows, blocks, threadReactions, postReactions, bookmarkFolders, favorites, watches } =
      this.records;
    for (let each = 0; each < 6; each++) {
      const [two, createdAt] = [this.two(), this.time()];
      if (two && this.flip()) follows.push({ fromId: two[0], toId: two[1], createdAt });
      else if (two) blocks.push({ memberId: two[0], blockedId: two[1], createdAt });
      const memberId = this.anyId("members");
      const reaction = this.one(["", "👍", "❤️"]);
      if (this.records.threads.length > 0) {
        const threadId = this.anyId("threads");
        if (this.flip()) threadReactions.push({ threadId, memberId, reaction, createdAt });
        if (this.flip()) {
          const folderId = bookmarkFolders.length + 1;
          const own = { memberId, name: `Folder ${folderId}`, position: folderId, createdAt };
          if (this.flip()) bookmarkFolders.push({ id: folderId, ...own });
          const isFiled = bookmarkFolders.at(-1)?.memberId === memberId;
          favorites.push({
            threadId,
            memberId,
            createdAt,
            ...(this.flip() && { note: "看完再说 📌" }),
            ...(isFiled && { folderId: bookmarkFolders.length }),
            ...(this.flip() && { remindAt: this.time() }),
          });
        }
        const level = this.one(["WATCHING", "NORMAL", "MUTED"] as const);
        if (this.flip())
          watches.push({ memberId, target: "THREAD", targetId: threadId, level, changedAt: createdAt });
      }
      if (this.records.posts.length > 0 && this.flip())
        postReactions.push({ postId: this.anyId("posts"), memberId, reaction, createdAt });
    }
  }

  /** A poll of a thread, in which some members voted for up to two options. */
  private addPoll(id: number): void {
    const { polls, pollOptions, pollVotes } = this.records;
    polls.push({
      ...{ id, threadId: id, title: this.line(4), kind: this.one(["SINGLE", "MULTIPLE", "RANKED"] as const) },
      ...{ isSecret: this.flip(), endsAt: this.maybe(() => this.time()), createdAt: this.time() },
      resultsVisible: this.one(["ALWAYS", "AFTER_VOTE", "AFTER_END"] as const),
      namelessVoterCount: this.below(3),
    });
    const optionIds = [1, 2, 3].map((position) => id * 32 + position);
    for (const [index, optionId] of optionIds.entries())
      pollOptions.push({
        ...{ id: optionId, pollId: id, position: index + 1, text: `${this.line(3)}.` },
        namelessCount: this.below(3),
      });
    for (const { id: memberId } of this.records.members)
      for (const place of [1, 2].slice(0, this.below(3)))
        pollVotes.push({
          ...{ pollId: id, memberId, place, optionId: optionIds[(place + memberId) % 3]! },
          votedAt: this.time(),
        });
  }

  private addMessages(): void {
    const { dialogs, messages } = this.records;
    let id = 0;
    for (let each = 0; each < 2; each++) {
      const two = this.two()?.toSorted((one, other) => one - other);
      if (
        !two ||
        dialogs.some(({ lowMemberId, highMemberId }) => lowMemberId === two[0] && highMemberId === two[1])
      )
        continue;
      const dialogId = each + 1 + this.below(5) * 2;
      const sides = two.map((memberId) => ({
        memberId,
        readUpTo: this.below(10),
        deletedUpTo: this.below(3),
      }));
      dialogs.push({
        id: dialogId,
        lowMemberId: two[0]!,
        highMemberId: two[1]!,
        createdAt: this.time(),
        sides,
      });
      for (let count = this.below(4); count > 0; count--) {
        const removedAt = this.maybe(() => this.time());
        messages.push({
          id: (id += 1 + this.below(5)),
          dialogId,
          authorId: this.one(two),
          body: this.line(10),
          attachmentId: null,
          createdAt: this.time(),
          removedAt,
          removedById: removedAt === null ? null : this.maybe(() => this.one(two)),
        });
      }
    }
  }

  private addInvitations(): void {
    const { invitations, acceptances, members } = this.records;
    for (const id of this.ids(this.below(3)))
      invitations.push({
        ...{ id, code: `code${id}`, memberId: this.anyId("members"), isOfficial: this.flip() },
        groupId: this.maybe(() => this.anyId("groups")),
        ...{ maxUses: this.maybe(() => this.below(9)), useCount: this.below(9), createdAt: this.time() },
        ...{ expiresAt: this.maybe(() => this.time()), revokedAt: this.maybe(() => this.time()) },
      });
    for (const { id: memberId } of members) {
      const inviterId = this.anyId("members");
      if (inviterId === memberId || this.flip()) continue;
      acceptances.push({
        ...{ memberId, inviterId, sharePercent: this.below(1_000) },
        invitationId: invitations.length > 0 ? this.maybe(() => this.one(invitations).id) : null,
        ...{ isSubordinate: this.flip(), isCommission: this.flip(), createdAt: this.time() },
      });
    }
  }

  /** Money that comes to members; nobody has less than nothing. */
  private addMoney(): void {
    const { transactions } = this.records;
    for (let each = this.below(4); each > 0; each--) {
      const cents = 1 + this.below(1_000_000);
      transactions.push({
        ...{ reference: `given:${each}`, kind: "ADJUSTMENT", memo: this.text(5), actorId: 0 },
        createdAt: this.time(),
        entries: [
          { account: "ADJUSTMENTS", memberId: null, amountCents: -cents, as: null },
          { account: "AVAILABLE", memberId: this.anyId("members"), amountCents: cents, as: null },
        ],
      });
    }
  }

  private addOthers(): void {
    const { files, attachments, stopWords, signInFields, drafts, oldAddresses, formerForums } = this.records;
    const action = () => this.one(["{IGNORE}", "{MOD}", "{BANNED}", "{REPLACE}"] as const);
    for (const id of this.ids(this.below(3)))
      stopWords.push({
        ...{ id, find: `stop${id}`, replacement: this.text(3) },
        ...{ ugc: action(), username: action(), signature: action(), dialog: action(), nickname: action() },
        ...{ memberId: this.anyId("members"), createdAt: this.time(), updatedAt: this.time() },
      });
    for (const id of this.ids(this.below(3))) {
      const path = `ab/cd/${String(id).padStart(32, "0")}.txt`;
      this.files.set(path, this.text(20));
      files.push({ path, sha256: "", bytes: 0 });
      attachments.push({
        ...{ id, memberId: this.anyId("members"), kind: "file", path, thumbPath: null },
        ...{ name: `${this.line(4)}.txt`, bytes: this.below(1_000), mimeType: "text/plain" },
        ...{ width: null, height: null, postId: null, sort: this.below(5), isPaid: this.flip() },
        threadId: this.records.threads.length > 0 ? this.maybe(() => this.anyId("threads")) : null,
        createdAt: this.time(),
      });
    }
    for (const id of this.ids(this.below(2)))
      signInFields.push({
        ...{ id, name: this.line(4), type: this.below(6), choices: "", description: this.text(4) },
        ...{ sort: this.below(9), status: this.below(3) - 1, required: this.flip() },
        ...{ createdAt: this.time(), updatedAt: this.time() },
      });
    for (const { id } of this.records.threads) if (this.below(3) === 0) this.addPoll(id);
    const url = "https://shop.example/1";
    for (const { id } of this.records.threads)
      this.records.goods.push({
        ...{ id, threadId: id, title: this.line(3), url, imageId: null, createdAt: this.time() },
        ...{ priceCents: this.maybe(() => this.below(9_000)), shopName: this.line(1) },
      });
    for (const id of this.ids(this.below(2)))
      drafts.push({
        ...{ id, memberId: this.anyId("members"), threadId: null, title: this.text(5), body: this.text(20) },
        ...{ categoryId: this.maybe(() => this.anyId("categories")), isAnonymous: this.flip() },
        ...{ priceCents: 0, freePercent: 0, attachmentPriceCents: 0, attachmentIds: [] },
        ...{ gifts: "", poll: "", goods: "" },
        ...{ createdAt: this.time(), updatedAt: this.time() },
      });
    if (this.flip())
      formerForums.push({ software: "phpbb", postsPerPage: 1 + this.below(50), basePath: "/bbs" });
    if (this.flip()) oldAddresses.push({ address: `/old/${this.below(1_000)}`, target: "/thread/1" });
  }
}
