import { on, type Subscription } from "../core/events.ts";
import type { Invalidations } from "../core/invalidations.ts";
import { pluginsChanged } from "../features/plugins/plugin.events.ts";
import { badgesAwarded, badgesChanged } from "../features/badges/badge.events.ts";
import { categoriesChanged } from "../features/categories/category.events.ts";
import { grantsChanged } from "../features/groups/group.events.ts";
import { repliesMoved } from "../features/moderation/merging/merging.events.ts";
import { pollVoted } from "../features/polls/poll.events.ts";
import {
  postChanged,
  postDeleted,
  postLiked,
  postReacted,
  postRestored,
  replied,
} from "../features/posts/post.events.ts";
import {
  threadChanged,
  threadDeleted,
  threadFavorited,
  threadLiked,
  threadPublished,
  threadReacted,
  threadRestored,
} from "../features/threads/thread.events.ts";
import { linkPreviewChanged } from "../features/previews/linkPreview.events.ts";
import { settingsChanged } from "../features/settings/setting.events.ts";
import { topicChanged } from "../features/topics/topic.events.ts";
import { profileChanged, userFollowed, userUnfollowed } from "../features/users/user.events.ts";
import { LISTS } from "./pageTags.ts";
import type { TagVersions } from "./tagVersions.ts";

/** Outdates the pages with one of the tags; null for all pages. */
export function outdate(versions: TagVersions, tags: readonly string[] | null): void {
  if (tags === null) versions.outdateAll();
  else versions.outdate(tags);
}

/**
 * Lists the events that make finished pages outdated. What must be gone or right at once outdates every page that shows
 * it; where a row may appear or a number grow, pages age. A category, a grant or a setting shows everywhere. Counters
 * (likes, favourites, followers) are not worth a message to other processes: there pages live their usual time.
 */
export function invalidateOn(versions: TagVersions, others?: Invalidations): Subscription[] {
  const outdated = (tags: readonly string[] | null): void => {
    outdate(versions, tags);
    others?.changed(tags);
  };
  const thread = ({ threadId }: { threadId: number }) => {
    outdated([`thread:${threadId}`]);
    versions.age([LISTS]);
  };
  const post = ({ threadId, postId }: { threadId: number; postId: number }) => {
    outdated([`thread:${threadId}`, `post:${postId}`]);
    versions.age([LISTS]);
  };
  const listed = () => {
    versions.age([LISTS]);
    others?.changed([LISTS]);
  };
  const counted = ({ threadId }: { threadId: number }) => versions.age([`thread:${threadId}`]);
  const everything = () => outdated(null);
  const followed = ({ fromUserId, toUserId }: { fromUserId: number; toUserId: number }) =>
    versions.age([`user:${fromUserId}`, `user:${toUserId}`]);
  return [
    on(threadPublished, listed),
    on(threadChanged, thread),
    on(threadDeleted, thread),
    on(threadRestored, thread),
    // Pages of single replies among them; it is rare.
    on(repliesMoved, everything),
    on(linkPreviewChanged, ({ isEverywhere, threadIds, posts }) => {
      if (isEverywhere) return outdated(null);
      const threads = [...threadIds, ...posts.map(({ threadId }) => threadId)];
      const tags = [...threads.map((id) => `thread:${id}`), ...posts.map(({ postId }) => `post:${postId}`)];
      if (tags.length > 0) outdated([...new Set(tags)]);
    }),
    on(threadLiked, counted),
    on(threadReacted, counted),
    on(pollVoted, counted),
    on(threadFavorited, counted),
    on(replied, post),
    on(postChanged, post),
    on(postDeleted, post),
    on(postRestored, post),
    on(postLiked, counted),
    on(postReacted, counted),
    on(userFollowed, followed),
    on(userUnfollowed, followed),
    on(profileChanged, ({ userId }) => outdated([`user:${userId}`])),
    on(topicChanged, ({ topicId }) => {
      outdated([`topic:${topicId}`]);
      versions.age([LISTS]);
    }),
    on(badgesAwarded, ({ userId }) => outdated([`user:${userId}`])),
    on(badgesChanged, everything),
    on(pluginsChanged, everything),
    on(categoriesChanged, everything),
    on(grantsChanged, everything),
    on(settingsChanged, everything),
  ];
}
