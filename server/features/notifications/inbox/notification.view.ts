import { Field, GraphQLISODateTime, Int, ObjectType } from "type-graphql";
import { connectionType } from "../../../core/paging.ts";
import type { NotificationKind } from "../templates/kind.view.ts";
import { Notification, type NotificationReason } from "./notification.entity.ts";
import { UnreadCounts } from "../../unread/unread.view.ts";

/** Facts that a notification keeps beside its ids, as the variables of templates; none that its recipient may not know. */
export interface NotificationData {
  /** Who did it, the last ones first. */
  readonly actorIds?: readonly number[];
  /** Title of the recipient's own content that may no longer be seen. */
  readonly title?: string;
  readonly reason?: string;
  /** Amount of money as text, such as "3.50". */
  readonly amount?: string;
  readonly oldGroup?: string;
  readonly newGroup?: string;
}

/** A notification before it is known whether its recipient may see what it tells of. */
export interface NotificationDraft {
  readonly userId: number;
  readonly kind: NotificationKind;
  readonly why: NotificationReason;
  /** Who did it; never a recipient of the same notification. Null for the site itself. */
  readonly byUserId: number | null;
  /** Whoever did it is not named. */
  readonly isAnonymous?: boolean;
  readonly threadId?: number | null;
  readonly postId?: number | null;
  readonly data?: NotificationData;
  /** Stands in no list of the site: its kind is switched off there. */
  readonly isHidden?: boolean;
  /** What is put together if it happens often; empty if each stands alone. */
  readonly groupKey?: string;
}

/** Notifications by pages. */
export const NotificationConnection = connectionType("Notification", () => Notification);

/** What marking or deleting notifications did. */
@ObjectType("NotificationsChanged", { simpleResolvers: true })
export class NotificationsChanged {
  @Field(() => Int, { description: "How many notifications changed." })
  count!: number;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "Marking can be undone by it for some minutes.",
  })
  markedAt!: Date | null;

  @Field(() => UnreadCounts)
  unreadCounts!: UnreadCounts;
}
