import type { Row } from "./matrix.ts";
import type { Scene } from "./scene.ts";

const category = ({ categoryId }: Scene): object => ({ c: categoryId, at: new Date(Date.now() + 3_600_000) });
const MISSING = {
  guest: "LOGIN_REQUIRED",
  limited: "NOT_FOUND",
  member: "NOT_FOUND",
  author: "NOT_FOUND",
  moderator: "NOT_FOUND",
  admin: "NOT_FOUND",
} as const;

/** Mutations of scheduled threads, which only their author may run. */
export const SCHEDULING_MUTATIONS: Readonly<Record<string, Row>> = {
  scheduleThread: {
    document: `mutation ($c: ID!, $at: DateTimeISO!) {
      scheduleThread(input: {thread: {categoryId: $c, title: "T", body: "B"}, publishAt: $at}) { id } }`,
    variables: category,
    refused: { guest: "LOGIN_REQUIRED", limited: "FORBIDDEN" },
  },
  rescheduleThread: { document: `mutation { rescheduleThread(id: "999999") { id } }`, refused: MISSING },
  publishScheduledThread: {
    document: `mutation { publishScheduledThread(id: "999999") { id } }`,
    refused: MISSING,
  },
};
