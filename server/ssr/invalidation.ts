import { on, type Subscription } from "../core/events.ts";
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

/** What a page shows, judged by its address. */
export function tagsOf(path: string): string[] {
  const [, kind, id] = path.split("/");
  return kind === "thread" && id ? [`thread:${Number(id)}`] : [LISTS];
}

/** Which news make which finished pages old; a name or a category shows everywhere, so it clears everything. */
export function forgetOn(cache: PageCache): Subscription[] {
  const thread = ({ threadId }: { threadId: number }) => cache.forget(`thread:${threadId}`, LISTS);
  const onlyThread = ({ threadId }: { threadId: number }) => cache.forget(`thread:${threadId}`);
  const lists = () => cache.forget(LISTS);
  const all = () => cache.clear();
  return [
    on(threadPublished, thread),
    on(threadChanged, thread),
    on(threadDeleted, thread),
    on(threadRestored, thread),
    on(threadLiked, thread),
    on(threadFavorited, onlyThread),
    on(replied, thread),
    on(postChanged, thread),
    on(postDeleted, thread),
    on(postRestored, thread),
    on(postLiked, onlyThread),
    on(userFollowed, lists),
    on(userUnfollowed, lists),
    on(profileChanged, all),
    on(categoriesChanged, all),
    on(topicChanged, all),
    on(grantsChanged, all),
    on(settingsChanged, all),
  ];
}
