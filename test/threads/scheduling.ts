import { run } from "../../server/core/sql.ts";
import type { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import type { Seen } from "./content.ts";

/** Documents of scheduled threads, and short ways that their stories share. */
const DRAFT = `id categoryId title body isAnonymous priceCents freePercent publishAt problem { code message } version
  position { longitude latitude address location } attachments { id } gifts { poll { title options endsAt } }`;
const SCHEDULE = `mutation ($input: ScheduleThreadInput!) { scheduleThread(input: $input) { ${DRAFT} } }`;
const RESCHEDULE = `mutation ($id: ID!, $at: DateTimeISO) {
  rescheduleThread(id: $id, publishAt: $at) { ${DRAFT} } }`;
const PUBLISH = `mutation ($id: ID!) { publishScheduledThread(id: $id) { id title } }`;
const SAVE = `mutation ($input: SaveDraftInput!) { saveDraft(input: $input) { ${DRAFT} } }`;
const NOTIFICATIONS = `{ notifications(entry: ACCOUNT, first: 50) { nodes { kind text draftId thread { id } } } }`;

const HOUR_MS = 3_600_000;

/** A time so many hours from now. */
export const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();

/** Schedules a thread, for tomorrow unless a time is named. */
export async function schedule(person: Person, thread: object, publishAt = inHours(24)): Promise<Seen> {
  const input = { thread: { title: "Hello", body: "Later!", ...thread }, publishAt };
  return (await person.graphql(SCHEDULE, { input })).scheduleThread;
}

/** Gives a scheduled thread another time, or none. */
export async function reschedule(person: Person, id: string, at: string | null): Promise<Seen> {
  return (await person.graphql(RESCHEDULE, { id, at })).rescheduleThread;
}

/** Publishes a scheduled thread now. */
export async function publishNow(person: Person, id: string): Promise<Seen> {
  return (await person.graphql(PUBLISH, { id })).publishScheduledThread;
}

/** Saves a draft. */
export async function save(person: Person, input: object): Promise<Seen> {
  return (await person.graphql(SAVE, { input })).saveDraft;
}

/** Drafts of somebody, saved last first. */
export async function draftsOf(person: Person): Promise<Seen> {
  return (await person.graphql(`{ drafts { ${DRAFT} } }`)).drafts;
}

/** Lets the time of scheduled threads come: an hour ago. */
export function letTimeCome(forum: Forum, ...ids: string[]): Promise<unknown> {
  return forum.write(async (ctx) => {
    const publishAt = new Date(ctx.now.getTime() - HOUR_MS);
    for (const id of ids) await run(ctx, "UPDATE drafts SET publishAt = ? WHERE id = ?", [publishAt, id]);
  });
}

/** Runs the job that publishes scheduled threads. */
export const runJob = (forum: Forum): Promise<void> => forum.app.clock.runAll(["publishDueThreads"]);

/** Lets the time of scheduled threads come, and runs the job. */
export async function come(forum: Forum, ...ids: string[]): Promise<void> {
  await letTimeCome(forum, ...ids);
  await runJob(forum);
}

/** Notifications about scheduled threads of somebody, newest first. */
export async function newsOf(forum: Forum, person: Person): Promise<Seen[]> {
  await forum.delivered();
  const { nodes } = (await person.graphql(NOTIFICATIONS)).notifications;
  return nodes.filter(({ kind }: { kind: string }) => kind.startsWith("schedule."));
}
