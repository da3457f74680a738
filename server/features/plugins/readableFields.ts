/**
 * Fields that fragments of plugins may ask for: those that everybody who sees the object may read, and that are the same
 * for all readers of one permission, since pages are shared among them. A test compares with the rules of permissions.
 */
export const READABLE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  Site: words("name title keywords introduction favicon logo countThreads countPosts countUsers foundedAt"),
  Thread: words(
    "id title excerpt author category participants lastPostedBy images topics types postCount viewCount likeCount favoriteCount createdAt editedAt lastPostedAt isSticky isEssence isAnonymous solutionNumber priceCents hasRedPacket hasBounty hasQuestion",
  ),
  User: words(
    "id nickname avatarUrl backgroundUrl signature threadCount postCount likedCount followCount fansCount createdAt group badges",
  ),
  Category: words("id name description icon color displayColor parentId threadCount"),
  Group: words("id name color icon isDisplay"),
  Attachment: words("id fileName fileSize isImage url thumbUrl width height"),
  Topic: words("id name isRecommended createdAt"),
  EarnedBadge: words("badge awardedAt"),
  Badge: words("id nameZh nameEn icon"),
};

function words(text: string): string[] {
  return text.split(" ");
}

/** Type that a place shows and fragments are on; null for places that show nothing that is stored. */
export function typeAt(place: string): "Thread" | "User" | "Site" | null {
  if (place.endsWith("@thread_extension_display_hook")) return "Thread";
  if (place.startsWith("plugin_user@")) return "User";
  return place.startsWith("plugin_post@") ? null : "Site";
}
