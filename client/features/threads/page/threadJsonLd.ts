/** Longest text of a reply that goes into the structured data, in characters. */
const TEXT_MAX = 300;

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

interface DescribedPost {
  number?: number | null;
  bodyHtml: string;
  author?: Person | null;
  createdAt: string;
  isDeleted: boolean;
  likeCount: number;
}

/** The words of safe HTML, without tags, cut to a length. */
export function wordsOf(html: string): string {
  const text = html
    .replace(/<[^<>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  const plain = text
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&");
  return plain.length > TEXT_MAX ? `${plain.slice(0, TEXT_MAX)}…` : plain;
}

/** Describes a thread and the replies of one page for search engines (schema.org DiscussionForumPosting). */
export function threadJsonLd(
  thread: Described,
  posts: readonly DescribedPost[],
  publicUrl: string,
  anonymous: string,
): object {
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
    comment: posts
      .filter((post) => !post.isDeleted)
      .map((post) => ({
        "@type": "Comment",
        url: `${url}?post=${post.number}#p${post.number}`,
        text: wordsOf(post.bodyHtml),
        author: person(post.author),
        datePublished: post.createdAt,
        interactionStatistic: counter("LikeAction", post.likeCount),
      })),
  };
}
