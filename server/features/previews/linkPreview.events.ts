import { defineEvent } from "../../core/events.ts";

/** The preview of an address changed: texts with it look different. */
export const linkPreviewChanged = defineEvent<{
  /** True if so many texts have it that they are not listed. */
  readonly isEverywhere: boolean;
  readonly threadIds: readonly number[];
  readonly posts: readonly { readonly postId: number; readonly threadId: number }[];
}>("linkPreviewChanged");
