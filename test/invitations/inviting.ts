import { invalidateGroups } from "../../server/features/groups/group.service.ts";
import { Group } from "../../server/features/groups/group.entity.ts";
import { give } from "../money/books.ts";
import { setPin, TRADING } from "../money/shop.ts";
import type { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

/** The permission to make codes and to share in the income. */
export const INVITING = "other.canInviteUserScale";
/** Password of everybody who registers in tests. */
export const PASSWORD = "a quiet harbour";

const CREATE = `mutation ($input: CreateInvitationInput!) {
  createInvitation(input: $input) { id code path state maxUses useCount groupName isOfficial }
}`;
const REGISTER = `mutation ($input: RegisterInput!) { register(input: $input) { viewer { id } accessToken } }`;

/** A code as its maker sees it. */
export interface InvitationAnswer {
  readonly id: string;
  readonly code: string;
  readonly path: string;
  readonly state: string;
  readonly maxUses: number | null;
  readonly useCount: number;
  readonly groupName: string | null;
  readonly isOfficial: boolean;
}

/** Makes a code. */
export async function createCode(person: Person, input: object = {}): Promise<InvitationAnswer> {
  return (await person.graphql(CREATE, { input })).createInvitation;
}

let newcomers = 0;

/** Registers somebody by name, with or without a code. @returns their id */
export async function register(forum: Forum, inviteCode?: string | null): Promise<number> {
  const username = `guest${++newcomers}`;
  const input = { username, nickname: username, password: PASSWORD, inviteCode };
  return Number((await forum.visitor().graphql(REGISTER, { input })).register.viewer.id);
}

/** Registers somebody and gives them money and a pay password. */
export async function invited(forum: Forum, inviteCode: string, cents = 0): Promise<Person> {
  const id = await register(forum, inviteCode);
  const [row] = await forum.rows<{ username: string; groupId: number }>(
    "SELECT username, groupId FROM users WHERE id = ?",
    [id],
  );
  const person = await forum.signIn(id, row!.username, row!.username, Number(row!.groupId));
  if (cents > 0) await give(forum, person, cents);
  await setPin(person);
  return person;
}

/** Gives the group of a member terms for inviting, as its row says them. */
export async function setTerms(
  forum: Forum,
  { groupId }: Person,
  terms: Partial<Pick<Group, "scale" | "isSubordinate" | "isCommission">>,
): Promise<void> {
  await forum.write((ctx) => ctx.db.update(Group, { id: groupId }, terms));
  invalidateGroups(forum.app.context());
}

/** A member who shares 30 percent in all that those earn and pay whom they invite. */
export async function inviter(forum: Forum, scale = 30): Promise<Person> {
  const person = await forum.member(INVITING, ...TRADING);
  await setTerms(forum, person, { scale, isSubordinate: true, isCommission: true });
  return person;
}
