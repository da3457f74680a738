interface Person {
  id: string;
  nickname: string;
}

interface Described {
  id: string;
  title: string;
  excerpt: string;
  author?: Person | null;
  createdAt: string;
  editedAt?: string | null;
  likeCount: number;
  viewCount: number;
  postCount: number;
  images: readonly { url: string }[];
}

/**
 * Describes a thread for search engines (schema.org DiscussionForumPosting). The replies are counted and not repeated:
 * their texts stand on the page (docs/decisions/0235).
 */
export function threadJsonLd(thread: Described, publicUrl: string, anonymous: string): object {
  const url = `${publicUrl}/thread/${thread.id}`;
  const person = (author: Person | null | undefined) => ({
    "@type": "Person",
    name: author?.nickname ?? anonymous,
    ...(author && { url: `${publicUrl}/user/${author.id}` }),
  });
  const counter = (action: string, count: number) => ({
    "@type": "InteractionCounter",
    interactionType: `https://schema.org/${action}`,
    userInteractionCount: count,
  });

  return {
    "@context": "https://schema.org",
    "@type": "DiscussionForumPosting",
    "@id": url,
    url,
    headline: thread.title,
    text: thread.excerpt,
    author: person(thread.author),
    datePublished: thread.createdAt,
    ...(thread.editedAt && { dateModified: thread.editedAt }),
    ...(thread.images.length > 0 && {
      image: thread.images.map((image) => new URL(image.url, publicUrl).href),
    }),
    commentCount: thread.postCount,
    interactionStatistic: [
      counter("LikeAction", thread.likeCount),
      counter("ViewAction", thread.viewCount),
      counter("CommentAction", thread.postCount),
    ],
  };
}
