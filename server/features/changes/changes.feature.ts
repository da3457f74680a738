import type { Context } from "../../core/context.ts";
import type { EventKind } from "../../core/events.ts";
import type { Feature } from "../../core/feature.ts";
import { deliver, type Delivery } from "../../core/outbox.ts";
import { postChanged, postDeleted, postRestored, replied } from "../posts/post.events.ts";
import { threadChanged, threadDeleted, threadPublished, threadRestored } from "../threads/thread.events.ts";
import { Change, ChangeHead } from "./change.entity.ts";
import { ChangeResolver } from "./change.resolver.ts";
import { repliesMoved } from "../moderation/merging/merging.events.ts";
import { compactChanges } from "./compact.service.ts";
import { type Happening, recordChanges, recordMoves } from "./record.service.ts";

/** Interval of compacting the feed, in milliseconds: a reader that begins in the old part has so long to get through it. */
const COMPACT_MS = 86_400_000;

const note = <P extends Happening>(kind: EventKind<P>): Delivery =>
  deliver<P>(`noteChange.${kind.type}`, kind, (ctx: Context, payloads) => recordChanges(ctx, payloads));

/** The feed of changes of threads and replies, for programs that keep up. */
export const changes: Feature = {
  name: "changes",
  entities: [Change, ChangeHead],
  resolvers: [ChangeResolver],
  jobs: [{ name: "compactChanges", everyMs: COMPACT_MS, run: compactChanges }],
  deliveries: [
    note(threadPublished),
    note(threadChanged),
    note(threadDeleted),
    note(threadRestored),
    note(replied),
    note(postChanged),
    note(postDeleted),
    note(postRestored),
    deliver("noteMovedReplies", repliesMoved, recordMoves),
  ],
};
