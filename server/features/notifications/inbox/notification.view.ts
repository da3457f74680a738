import { Field, GraphQLISODateTime, ID, Int, ObjectType } from "type-graphql";
import { connectionType } from "../../../core/paging.ts";
import type { NotificationKind } from "../templates/kind.view.ts";
import { Notification, type NotificationReason } from "./notification.entity.ts";
import { UnreadCounts } from "../../unread/unread.view.ts";

/** One of the texts that a burst is about, and who wrote it if they are named; without a reply it is the thread's own text. */
export type BurstPart = readonly [threadId: number, postId: number | null, actorId: number | null];

/** Data stored with a notification beside its ids, as the variables of templates; nothing that its recipient may not know. */
export interface NotificationData {
  /** Actors, the last first. */
  readonly actorIds?: readonly number[];
  /** Of a burst about several texts: the texts, the last one last. */
  readonly parts?: readonly BurstPart[];
  /** Title of the recipient's own content that may no longer be seen. */
  readonly title?: string;
  readonly reason?: string;
  /** A reason that the site gives, in both languages. */
  readonly reasons?: { readonly zh: string; readonly en: string };
  /** The recipient's draft that was not published at its time. */
  readonly draftId?: number;
  /** Amount of money as text, such as "3.50". */
  readonly amount?: string;
  readonly oldGroup?: string;
  readonly newGroup?: string;
  /** Names of badges in both languages. */
  readonly badgeNames?: { readonly zh: string; readonly en: string };
  /** Name of the group of a level. */
  readonly levelName?: string;
  /** Host of a webhook. */
  readonly host?: string;
  readonly pluginNames?: { readonly zh: string; readonly en: string };
  /** The saved search with new results, and their number; 100 means 100 or more. */
  readonly savedSearchId?: number;
  readonly searchName?: string;
  readonly resultCount?: number;
  /** Name that the member gave a passkey. */
  readonly passkey?: string;
  /** The room that the recipient is invited to, and its name then. */
  readonly roomId?: number;
  readonly roomName?: string;
  /** Outcome of a report of the recipient; nothing about who decided or what was done. */
  readonly report?: ReportOutcome;
}

/** Kind of a reported thing, and whether the reporter was right. */
export interface ReportOutcome {
  readonly about: "thread" | "post" | "user" | "message";
  readonly isUpheld: boolean;
}

/** A notification before its eligibility is checked. */
export interface NotificationDraft {
  readonly userId: number;
  readonly kind: NotificationKind;
  readonly why: NotificationReason;
  /** Actor; never the recipient of the same notification. Null for the site itself. */
  readonly byUserId: number | null;
  /** The actor is not named. */
  readonly isAnonymous?: boolean;
  readonly threadId?: number | null;
  readonly postId?: number | null;
  readonly data?: NotificationData;
  /** Stands in no list of the site: its kind is switched off there. */
  readonly isHidden?: boolean;
  /** Key of the burst that it may join; empty if it stands alone. */
  readonly groupKey?: string;
}

/** Notifications by pages. */
export const NotificationConnection = connectionType("Notification", () => Notification);

/** Result of marking or deleting notifications. */
@ObjectType("NotificationsChanged", {
  simpleResolvers: true,
  description: "Result of marking or deleting notifications.",
})
export class NotificationsChanged {
  @Field(() => Int, { description: "How many notifications changed." })
  count!: number;

  @Field(() => [ID], {
    nullable: true,
    description:
      "Ids of those that changed, where ids were named: of the others, nothing had to be changed or they are not the " +
      "viewer's. Null where a whole list was marked.",
  })
  changedIds!: readonly number[] | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "Marking can be undone by it for some minutes.",
  })
  markedAt!: Date | null;

  @Field(() => UnreadCounts, { description: "The counts after the change." })
  unreadCounts!: UnreadCounts;
}
