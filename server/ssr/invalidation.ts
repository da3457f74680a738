import { on, type Subscription } from "../core/events.ts";
import type { Invalidations } from "../core/invalidations.ts";
import { categoriesChanged } from "../features/categories/category.events.ts";
import { grantsChanged } from "../features/groups/group.events.ts";
import { postChanged, postDeleted, postLiked, postRestored, replied } from "../features/posts/post.events.ts";
import {
  threadChanged,
  threadDeleted,
  threadFavorited,
  threadLiked,
  threadPublished,
  threadRestored,
} from "../features/threads/thread.events.ts";
import { settingsChanged } from "../features/settings/setting.events.ts";
import { topicChanged } from "../features/topics/topic.events.ts";
import { profileChanged, userFollowed, userUnfollowed } from "../features/users/user.events.ts";
import type { PageCache } from "./pageCache.ts";

/** Everything that shows rows of several threads. */
const LISTS = "lists";

/** Gives the tags of a page by its address. */
export function tagsOf(path: string): string[] {
  const [, kind, id] = path.split("/");
  return kind === "thread" && id ? [`thread:${Number(id)}`] : [LISTS];
}

/** Drops what shows one of the tags; null stands for everything. */
export function forget(cache: PageCache, tags: readonly string[] | null): void {
  if (tags === null) cache.clear();
  else cache.forget(...tags);
}

/**
 * Lists which news make which finished pages old; a name or a category shows everywhere, so it clears everything.
 * Counters (likes, favourites, followers) are not worth telling other processes: there a page is a minute old at most.
 */
export function forgetOn(cache: PageCache, others?: Invalidations): Subscription[] {
  const old = (tags: readonly string[] | null): void => {
    forget(cache, tags);
    others?.changed(tags);
  };
  const thread = ({ threadId }: { threadId: number }) => old([`thread:${threadId}`, LISTS]);
  const onlyHere = ({ threadId }: { threadId: number }) => cache.forget(`thread:${threadId}`);
  const counted = ({ threadId }: { threadId: number }) => cache.forget(`thread:${threadId}`, LISTS);
  const lists = () => cache.forget(LISTS);
  const all = () => old(null);
  return [
    on(threadPublished, thread),
    on(threadChanged, thread),
    on(threadDeleted, thread),
    on(threadRestored, thread),
    on(threadLiked, counted),
    on(threadFavorited, onlyHere),
    on(replied, thread),
    on(postChanged, thread),
    on(postDeleted, thread),
    on(postRestored, thread),
    on(postLiked, onlyHere),
    on(userFollowed, lists),
    on(userUnfollowed, lists),
    on(profileChanged, all),
    on(categoriesChanged, all),
    on(topicChanged, all),
    on(grantsChanged, all),
    on(settingsChanged, all),
  ];
}
