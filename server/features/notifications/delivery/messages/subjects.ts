/** Subject of a dispatch; its text makes the dispatch unique per channel. */
export type Subject =
  | { readonly type: "notification"; readonly id: number }
  | { readonly type: "message"; readonly id: number }
  /** A message of a group chat for one of its members. */
  | { readonly type: "roomMessage"; readonly id: number; readonly userId: number }
  /** Of a day, `YYYY-MM-DD`. */
  | { readonly type: "digest"; readonly userId: number; readonly day: string }
  /** Verifies the address that was entered at a time. */
  | { readonly type: "verify"; readonly userId: number; readonly time: number }
  /** Leads to what was asked for at a time by mail: a new password. */
  | { readonly type: "link"; readonly userId: number; readonly time: number }
  /** Brings the code that was asked for at a time. */
  | { readonly type: "code"; readonly userId: number; readonly time: number };

const LETTERS = { verify: "v", link: "l", code: "c" } as const;

/** Formats a subject: `n7`, `m7`, `r9:7`, `d7:2026-11-21`, `v7:1763712000000`, `l7:1763712000000`, `c7:1763712000000`. */
export function subjectText(subject: Subject): string {
  if (subject.type === "notification") return `n${subject.id}`;
  if (subject.type === "message") return `m${subject.id}`;
  if (subject.type === "roomMessage") return `r${subject.id}:${subject.userId}`;
  if (subject.type === "digest") return `d${subject.userId}:${subject.day}`;
  return `${LETTERS[subject.type]}${subject.userId}:${subject.time}`;
}

/** The time that a subject of the type verify, link or code names, in milliseconds. */
export function timeIn(subject: string): number {
  return Number(subject.split(":")[1]);
}

const THINGS = { notification: "n", message: "m", roomMessage: "r" } as const;

/** The id of the notification or message that a subject names; null for other subjects. */
export function idIn(subject: string, type: keyof typeof THINGS): number | null {
  return subject.startsWith(THINGS[type]) ? Number.parseInt(subject.slice(1), 10) : null;
}
