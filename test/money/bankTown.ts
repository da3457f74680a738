import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ServerProcess } from "../support/serverProcess.ts";
import { PIN } from "./shop.ts";

/**
 * A town for the bank test: the built server as a process of its own, with administrators, authors who were invited, a
 * member who invited them, members who buy, threads with prices and a group for sale.
 */

/** A request that has no answer for so long fails the test, in milliseconds. */
const ANSWER_WITHIN_MS = 60_000;
const AGAIN_AFTER_MS = 20;
const [AUTHORS, THREADS_EACH, QUESTIONS_EACH] = [2, 20, 4];
/** The jobs of each minute, which end what has expired, run so often, in milliseconds. */
const SWEEP_MS = 700;
/** Money of every resident at the start. */
export const START_CENTS = 2_000_000;
/** The group of new members. */
const MEMBER_GROUP = 10;
const GRANTS = [
  "order.create",
  "trade.pay.order",
  "thread.insertPay",
  "thread.insertRedPacket",
  "thread.insertReward",
  "cash.create",
  "other.canInviteUserScale",
];
const SETTINGS: Readonly<Record<string, string>> = {
  "default.site_can_reward": "1",
  "default.site_master_scale": "1",
  "default.site_author_scale": "9",
  "default.site_onlooker_price": "1.23",
};

/** Price of each thread and of the group. */
export const [THREAD_CENTS, GROUP_CENTS, GROUP_DAYS] = [333, 500, 1];
/** Price of an answer; it cannot be halved. */
export const ONLOOKER_CENTS = 123;

/** Somebody of the town. */
export interface Townsman {
  readonly id: string;
  readonly token: string;
}

/** A thread that is for sale, or takes tips. */
export interface Shop {
  readonly threadId: string;
  readonly author: Townsman;
  /** The member who answered its question and gets half of what onlookers pay. */
  readonly answerer?: Townsman;
}

/** An answer that refuses, by its code. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    /** True if an earlier attempt was cut off, so that it may be that one which did it. */
    readonly isAfterLoss: boolean,
  ) {
    super(code);
  }
}

const PUBLISH = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`;
/** Changes a balance. */
export const ADJUST = `mutation ($input: AdjustWalletInput!) { adjustWallet(input: $input) { balanceCents } }`;

/** The server, and who lives there. */
export class Town {
  admins: Townsman[] = [];
  members: Townsman[] = [];
  /** Member who takes no part. */
  visitor!: Townsman;
  inviter!: Townsman;
  private authors: Townsman[] = [];
  shops: Shop[] = [];
  /** Threads with an answer for sale. */
  questions: Shop[] = [];
  /** Balances when everybody had come. */
  readonly start = new Map<string, bigint>();
  groupId = "";
  categoryId = "";
  /** Answers since the server was started last. */
  answers = 0;

  private constructor(readonly server: ServerProcess) {}

  /** Builds a town with so many members who buy. */
  static async open(memberCount: number): Promise<Town> {
    // As a program under test, which has the sandbox cashier.
    const town = new Town(
      await ServerProcess.open({ settings: { NODE_ENV: "test", SWEEP_MS: String(SWEEP_MS) } }),
    );
    try {
      await town.settle(memberCount);
      return town;
    } catch (error) {
      await town.server.close();
      throw error;
    }
  }

  private async settle(memberCount: number): Promise<void> {
    const { server } = this;
    this.admins = [await server.register("admin1"), await server.register("admin2")];
    this.inviter = await server.register("inviter");
    server.holdReserve();
    await server.stop();
    for (const { id } of this.admins) await server.write("UPDATE users SET groupId = 1 WHERE id = ?", id);
    for (const permission of GRANTS) {
      const values = [MEMBER_GROUP, permission] as const;
      await server.write("DELETE FROM group_permissions WHERE groupId = ? AND permission = ?", ...values);
      await server.write("INSERT INTO group_permissions (groupId, permission) VALUES (?, ?)", ...values);
    }
    await server.write(
      "UPDATE `groups` SET scale = 30, isSubordinate = 1, isCommission = 1 WHERE id = ?",
      MEMBER_GROUP,
    );
    for (const [name, value] of Object.entries(SETTINGS)) {
      const [tag, key] = name.split(".") as [string, string];
      await server.write("DELETE FROM settings WHERE tag = ? AND `key` = ?", tag, key);
      await server.write("INSERT INTO settings (tag, `key`, value) VALUES (?, ?, ?)", tag, key, value);
    }
    await server.start();
    const [admin] = this.admins as [Townsman];
    this.categoryId = (await this.ask(admin, `{ categories { id } }`)).categories[0].id;
    for (let index = 0; index < AUTHORS; index++) {
      const invite = `mutation { createInvitation(input: {}) { code } }`;
      const { createInvitation } = await this.ask(this.inviter, invite);
      this.authors.push(await server.register(`author${index}`, createInvitation.code));
    }
    for (let index = 0; index < memberCount; index++)
      this.members.push(await server.register(`member${index}`));
    this.visitor = await server.register("visitor");
    for (const person of this.residents) {
      const input = { userId: person.id, amountCents: START_CENTS, reason: "To begin with" };
      await this.ask(admin, ADJUST, { input });
      await this.ask(person, `mutation ($pin: String!) { setPayPassword(password: $pin) }`, { pin: PIN });
    }
    for (const author of this.authors)
      for (let index = 0; index < THREADS_EACH; index++)
        this.shops.push({ threadId: await this.publish(author, { priceCents: THREAD_CENTS }), author });
    for (const [index, author] of this.authors.entries())
      await this.askAndAnswer(author, this.authors[(index + 1) % AUTHORS]!);
    await this.openGroup(admin);
    const balances = await server.rows<{ ownerId: number; balanceCents: number }>(
      "SELECT ownerId, balanceCents FROM money_accounts WHERE kind = 'AVAILABLE'",
    );
    for (const { ownerId, balanceCents } of balances) this.start.set(String(ownerId), BigInt(balanceCents));
  }

  /** Somebody asks somebody else for money, and the answers are for sale. */
  private async askAndAnswer(author: Townsman, answerer: Townsman): Promise<void> {
    const answer = `mutation ($threadId: ID!) { answerQuestion(threadId: $threadId, body: "So.") { state } }`;
    const asked = { userId: answerer.id, amountCents: 300, hasOnlookers: true, payPassword: PIN };
    for (let index = 0; index < QUESTIONS_EACH; index++) {
      const threadId = await this.publish(author, { question: asked });
      await this.ask(answerer, answer, { threadId });
      this.questions.push({ threadId, author, answerer });
    }
  }

  /** Everybody with money. */
  get residents(): readonly Townsman[] {
    return [...this.members, ...this.authors, this.inviter, this.visitor];
  }

  /** The town has a group for sale, whose members may do what others may. */
  private async openGroup(admin: Townsman): Promise<void> {
    const group = { name: "Gold", isPaid: true, fee: GROUP_CENTS, days: GROUP_DAYS };
    const create = `mutation ($input: GroupInput!) { createGroup(input: $input) { id } }`;
    this.groupId = (await this.ask(admin, create, { input: group })).createGroup.id;
    const { groups, permissionKeys } = await this.ask(
      admin,
      `{ groups { id permissions } permissionKeys { key isOffered } }`,
    );
    const offered = permissionKeys.filter(({ isOffered }: { isOffered: boolean }) => isOffered);
    const keys = new Set(offered.map(({ key }: { key: string }) => key));
    const usual = groups.find(({ id }: { id: string }) => Number(id) === MEMBER_GROUP);
    const permissions = usual.permissions.filter((key: string) => keys.has(key));
    await this.ask(
      admin,
      `mutation ($id: ID!, $permissions: [String!]!) { setGroupPermissions(groupId: $id, permissions: $permissions) }`,
      { id: this.groupId, permissions },
    );
  }

  /** Publishes a thread. @returns its id */
  async publish(author: Townsman, more: object, attempts?: number): Promise<string> {
    const { categoryId } = this;
    const input = { categoryId, title: "Bread", body: "Flour and water. And the secret.", ...more };
    return (await this.ask(author, PUBLISH, { input }, attempts)).publishThread.id;
  }

  /**
   * Sends a request until the server answers it.
   * @param attempts how often at most
   * @throws {Refused} with the code of a refusal; `LOST` if no attempt was answered
   */
  async ask(
    person: Townsman,
    query: string,
    variables: object = {},
    attempts = Infinity,
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the document decides
  ): Promise<any> {
    const body = JSON.stringify({ query, variables });
    const headers = { "content-type": "application/json", authorization: `Bearer ${person.token}` };
    const text = await this.send("/graphql", { body, headers }, attempts, ({ text }) => {
      const code = codeOf(text);
      return code !== null && AWAY.has(code);
    });
    const code = codeOf(text.text);
    if (code !== null) throw new Refused(code, text.isAfterLoss);
    return (JSON.parse(text.text) as { data: unknown }).data;
  }

  /** Posts until an answer comes that is one. */
  async send(
    path: string,
    { body, headers }: { body: string; headers: Record<string, string> },
    attempts = Infinity,
    isNone: (answer: { status: number; text: string }) => boolean = () => false,
  ): Promise<{ status: number; text: string; isAfterLoss: boolean }> {
    let attempt = 0;
    for (const began = Date.now(); attempt < attempts && Date.now() - began < ANSWER_WITHIN_MS;) {
      attempt++;
      try {
        const response = await fetch(`${this.server.url}${path}`, { method: "POST", headers, body });
        const answer = { status: response.status, text: await response.text() };
        if (!isNone(answer)) {
          this.answers++;
          return { ...answer, isAfterLoss: attempt > 1 };
        }
      } catch (error) {
        // Cut off, or starting again: nobody knows yet what became of it.
        if (!(error instanceof TypeError)) throw error;
      }
      await wait(AGAIN_AFTER_MS);
    }
    throw new Refused("LOST", true);
  }

  /** The key by which providers of the sandbox sign, as the server has it on its disk. */
  get secretKey(): Buffer {
    return Buffer.from(readFileSync(join(this.server.folder, "secret.key"), "utf8").trim(), "hex");
  }
}

/** Errors that say that the server cannot answer now. */
const AWAY: ReadonlySet<string> = new Set(["DATABASE_ERROR", "OVERLOADED", "UNREADABLE"]);

function codeOf(text: string): string | null {
  try {
    const { errors } = JSON.parse(text) as { errors?: { extensions?: { code?: string } }[] };
    return errors ? (errors[0]?.extensions?.code ?? "UNKNOWN") : null;
  } catch {
    return "UNREADABLE";
  }
}
