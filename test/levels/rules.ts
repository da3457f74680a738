import type { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

/** A level as owners write it. */
export interface LevelText {
  readonly groupId: string;
  readonly isEnabled: boolean;
  readonly [minimum: string]: string | number | boolean;
}

const TRY = `mutation ($input: TryLevelsInput!) { tryLevels(input: $input) {
  memberCount token
  levels { group { id } memberCount gainCount loseCount qualifyingCount gaining { nickname } losing { nickname } } } }`;
const SAVE = `mutation ($input: SaveLevelsInput!) { saveLevels(input: $input) { id position isEnabled group { id } } }`;

/** Makes an enabled level of a group with the given minimums and no days of grace. */
export function level(groupId: number, minima: Readonly<Record<string, number | boolean>> = {}): LevelText {
  const nothing = { daysJoined: 0, daysVisited: 0, postsRead: 0, repliesWritten: 0, likesReceived: 0 };
  const rest = { likesGiven: 0, daysClean: 0, graceDays: 0, isEnabled: true };
  return { groupId: String(groupId), ...nothing, ...rest, ...minima };
}

/** Tries levels on the members. */
export async function trial(admin: Person, levels: readonly LevelText[]) {
  return (await admin.graphql(TRY, { input: { levels } })).tryLevels;
}

/** Saves levels with the token of a trial, that of these levels unless another is given. */
export async function save(admin: Person, levels: readonly LevelText[], token?: string) {
  const trialToken = token ?? (await trial(admin, levels)).token;
  return (await admin.graphql(SAVE, { input: { levels, trialToken } })).saveLevels;
}

/** Gives the group of the level that a member has; null for none. */
export async function levelGroupOf(forum: Forum, person: Person): Promise<number | null> {
  const [user] = await forum.rows<{ levelGroupId: number | null }>(
    "SELECT u.levelGroupId FROM users u WHERE u.id = ?",
    [Number(person.id)],
  );
  return user!.levelGroupId;
}

/** Creates a group that is bought and gives its id. */
export async function paidGroup(admin: Person): Promise<number> {
  const { createGroup } = await admin.graphql(
    `mutation { createGroup(input: { name: "Patrons", isPaid: true, fee: 10, days: 30 }) { id } }`,
  );
  return Number(createGroup.id);
}
