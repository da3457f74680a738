import { Field, GraphQLISODateTime, Int, ObjectType } from "type-graphql";
import { connectionType } from "../../../core/paging.ts";
import type { NoticeKind } from "../templates/kind.view.ts";
import { Notice, type NoticeReason } from "./notice.entity.ts";
import { UnreadCounts } from "../../unread/unread.view.ts";

/** Facts that a notice keeps beside its ids, as the variables of templates; none that its receiver may not know. */
export interface NoticeData {
  /** Who did it, the last ones first. */
  readonly actorIds?: readonly number[];
  /** Title of the receiver's own content that may no longer be seen. */
  readonly title?: string;
  readonly reason?: string;
  /** Amount of money as text, such as "3.50". */
  readonly amount?: string;
  readonly oldGroup?: string;
  readonly newGroup?: string;
}

/** A notice before it is known whether its receiver may see what it tells of. */
export interface NoticeDraft {
  readonly userId: number;
  readonly kind: NoticeKind;
  readonly why: NoticeReason;
  /** Who did it; never a receiver of the same notice. Null for the site itself. */
  readonly byUserId: number | null;
  /** Whoever did it is not named. */
  readonly isAnonymous?: boolean;
  readonly threadId?: number | null;
  readonly postId?: number | null;
  readonly data?: NoticeData;
  /** Stands in no list of the site: its kind is switched off there. */
  readonly isHidden?: boolean;
  /** What is put together if it happens often; empty if each stands alone. */
  readonly groupKey?: string;
}

/** Notices by pages. */
export const NoticeConnection = connectionType("Notice", () => Notice);

/** What marking or deleting notices did. */
@ObjectType("NoticesChanged", { simpleResolvers: true })
export class NoticesChanged {
  @Field(() => Int, { description: "How many notices changed." })
  count!: number;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "Marking can be undone by it for some minutes.",
  })
  markedAt!: Date | null;

  @Field(() => UnreadCounts)
  unreadCounts!: UnreadCounts;
}
