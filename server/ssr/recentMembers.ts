import { on, type Subscription } from "../core/events.ts";
import { postLiked, replied } from "../features/posts/post.events.ts";
import { threadFavorited, threadLiked, threadPublished } from "../features/threads/thread.events.ts";
import { userFollowed, userUnfollowed } from "../features/users/user.events.ts";

/** Members whose last deed is remembered; the earliest are forgotten. */
const MEMBERS_MAX = 10_000;

/**
 * Remembers who has just written or liked something. Cached pages may count it some seconds later, and nobody should
 * miss on a list what they published a moment ago.
 */
export class RecentMembers {
  private readonly times = new Map<number, number>();

  /** @param forMs time that cached pages may be behind, in milliseconds */
  constructor(private readonly forMs: number) {}

  /** Subscriptions to what members do. */
  readonly subscriptions: readonly Subscription[] = [
    on(threadPublished, ({ authorId }) => this.note(authorId)),
    on(replied, ({ authorId }) => this.note(authorId)),
    on(threadLiked, ({ userId }) => this.note(userId)),
    on(threadFavorited, ({ userId }) => this.note(userId)),
    on(postLiked, ({ userId }) => this.note(userId)),
    on(userFollowed, ({ fromUserId }) => this.note(fromUserId)),
    on(userUnfollowed, ({ fromUserId }) => this.note(fromUserId)),
  ];

  /** True if a member has done something that cached pages may not show yet. */
  has(memberId: number): boolean {
    const time = this.times.get(memberId);
    return time !== undefined && performance.now() - time < this.forMs;
  }

  private note(memberId: number): void {
    this.times.delete(memberId);
    this.times.set(memberId, performance.now());
    if (this.times.size > MEMBERS_MAX) this.times.delete(this.times.keys().next().value!);
  }
}
