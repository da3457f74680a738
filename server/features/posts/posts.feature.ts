import type { Feature } from "../../core/feature.ts";
import { postsRest } from "./posts.rest.ts";
import { AuthorResolver } from "./people/author.resolver.ts";
import { MentionResolver } from "./people/mention.resolver.ts";
import { Post, PostLike } from "./post.entity.ts";
import { PostMove } from "./moves/postMove.entity.ts";
import { PostAbilitiesResolver, PostFieldsResolver } from "./post.fields.resolver.ts";
import { postJobs } from "./post.jobs.ts";
import { PostReactionsResolver } from "./reactions/reaction.resolver.ts";
import { PostResolver, ThreadPostsResolver } from "./post.resolver.ts";

/** Replies to threads, and comments on replies. */
export const posts: Feature = {
  name: "posts",
  rest: postsRest,
  entities: [Post, PostLike, PostMove],
  resolvers: [
    PostResolver,
    PostFieldsResolver,
    PostAbilitiesResolver,
    ThreadPostsResolver,
    PostReactionsResolver,
    MentionResolver,
    AuthorResolver,
  ],
  jobs: postJobs,
};
