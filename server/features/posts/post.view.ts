import { connectionType } from "../../core/paging.ts";
import { Post } from "./post.entity.ts";

/** Replies or comments by pages. */
export const PostConnection = connectionType("Post", () => Post);
