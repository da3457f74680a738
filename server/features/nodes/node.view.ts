import { createUnionType } from "type-graphql";
import { Category } from "../categories/category.entity.ts";
import { Post } from "../posts/post.entity.ts";
import { Thread } from "../threads/thread.entity.ts";
import { User } from "../users/user.entity.ts";

/** Things that can be read by a global id. */
export const Node = createUnionType({
  name: "Node",
  description: "A thing that can be read by its global id, such as `Thread:12`.",
  types: () => [Thread, Post, User, Category] as const,
  resolveType: (value) => [Thread, Post, User, Category].find((type) => value instanceof type),
});
