/**
 * Fields that fragments of plugins may ask for: those that everybody who sees the object may read, and that are the same
 * for all readers of one permission, since pages are shared among them. A test compares with the rules of permissions.
 */
export const READABLE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  Site: words("name title keywords introduction favicon logo countThreads countPosts countUsers foundedAt"),
  Thread: words(
    "id title excerpt author category participants lastPostedBy images topics types postCount viewCount likeCount favoriteCount createdAt editedAt lastPostedAt isSticky isEssence isAnonymous solutionNumber priceCents hasRedPacket hasBounty hasQuestion hasPoll",
  ),
  Post: words(
    "id number threadId author replyTo attachments likeCount commentCount createdAt editedAt isThreadAuthor isAnonymous",
  ),
  User: words(
    "id nickname avatarUrl backgroundUrl signature threadCount postCount likedCount followCount fansCount createdAt group badges",
  ),
  Category: words("id name description icon color displayColor parentId threadCount"),
  SearchHit: words("kind snippet thread post user topic"),
  Group: words("id name color icon isDisplay"),
  Attachment: words("id fileName fileSize isImage url thumbUrl width height"),
  Topic: words("id name isRecommended createdAt"),
  EarnedBadge: words("badge awardedAt"),
  Badge: words("id nameZh nameEn icon"),
};

function words(text: string): string[] {
  return text.split(" ");
}

/** Type that fragments are on. */
export type FragmentType = "Thread" | "Post" | "User" | "Site" | "Category" | "SearchHit";

const TYPES_BY_PLACE: Readonly<Record<string, readonly FragmentType[]>> = {
  "plugin_index@thread_extension_display_hook": ["Thread"],
  "plugin_index@search_extension_display_hook": ["SearchHit"],
  "plugin_detail@thread_extension_display_hook": ["Thread"],
  "plugin_detail@post_extension_display_hook": ["Post"],
  "plugin_user@user_extension_action_hook": ["User"],
  "plugin_user@user_extension_left_layout_hook": ["User"],
  "plugin_index@tabs_replace_hook": ["Category", "Site"],
  "plugin_index@left_replace_hook": ["Category", "Site"],
};
/** Places of the page of a category. */
const OF_PAGE = /^plugin_index@(?:header|topping)_/;

/** Types that a fragment at a place may be on, one of them; none for places that show nothing that is stored. */
export function typesAt(place: string): readonly FragmentType[] {
  if (place.startsWith("plugin_post@")) return [];
  return TYPES_BY_PLACE[place] ?? (OF_PAGE.test(place) ? ["Site", "Category"] : ["Site"]);
}

/** True for places that show all categories: what is asked of them is asked of each. */
export function showsAllCategories(place: string): boolean {
  return TYPES_BY_PLACE[place]?.includes("Category") ?? false;
}
