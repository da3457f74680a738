import { Field, GraphQLISODateTime, ID, ObjectType, registerEnumType } from "type-graphql";
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { User } from "../../users/user.entity.ts";
import type { NotificationKind, NotificationType } from "../templates/kind.view.ts";

/** The lists of the message centre that hold notifications. */
export enum NotificationEntry {
  ACCOUNT = 1,
  FINANCIAL = 2,
  THREAD = 3,
}
registerEnumType(NotificationEntry, {
  name: "NotificationEntry",
  description: "The lists of the message centre that hold notifications.",
  valuesConfig: {
    ACCOUNT: { description: "About the member: likes, follows, system." },
    FINANCIAL: { description: "About money." },
    THREAD: { description: "About threads and replies." },
  },
});

/** A part of the notifications of a list, or of all. */
export enum NotificationFilter {
  UNREAD = "UNREAD",
  MENTIONS = "MENTIONS",
}
registerEnumType(NotificationFilter, {
  name: "NotificationFilter",
  description: "A part of the viewer's notifications: unread ones, or those that came because of a mention.",
  valuesConfig: {
    UNREAD: { description: "Those that were not read." },
    MENTIONS: { description: "Those that name the viewer." },
  },
});

/** The list of notifications that are in no list. */
export const HIDDEN_ENTRY = 0;

/** Reason for a notification; shown with it. */
export enum NotificationReason {
  /** It answers what the member wrote. */
  ANSWERED = "ANSWERED",
  /** It happens to what the member wrote. */
  AUTHOR = "AUTHOR",
  MENTIONED = "MENTIONED",
  WATCHED_THREAD = "WATCHED_THREAD",
  WATCHED_CATEGORY = "WATCHED_CATEGORY",
  WATCHED_MEMBER = "WATCHED_MEMBER",
  WATCHED_TOPIC = "WATCHED_TOPIC",
  /** It is new in a search that the member saved. */
  SAVED_SEARCH = "SAVED_SEARCH",
  /** It is the outcome of a report of the member. */
  REPORTED = "REPORTED",
  /** It is about the member's account. */
  ACCOUNT = "ACCOUNT",
  /** It is about the member's money. */
  MONEY = "MONEY",
}
registerEnumType(NotificationReason, {
  name: "NotificationReason",
  description: "Why a member gets a notification.",
  valuesConfig: {
    ANSWERED: { description: "Somebody answered the viewer." },
    AUTHOR: { description: "It is about what the viewer wrote." },
    MENTIONED: { description: "Somebody named the viewer." },
    WATCHED_THREAD: { description: "The viewer watches the thread." },
    WATCHED_CATEGORY: { description: "The viewer watches the category." },
    WATCHED_MEMBER: { description: "The viewer watches the member." },
    WATCHED_TOPIC: { description: "The viewer watches the topic." },
    SAVED_SEARCH: { description: "The viewer saved the search." },
    REPORTED: { description: "The viewer reported it." },
    ACCOUNT: { description: "It concerns the viewer's account." },
    MONEY: { description: "It concerns the viewer's money." },
  },
});

/** A notification of a member. It refers to content by id; permissions are checked when it is shown. */
@ObjectType("Notification", {
  simpleResolvers: true,
  description: "Something that the viewer should hear of.",
})
@Entity("notifications")
@Index(["userId", "entry", "createdAt", "id"])
@Index(["userId", "groupKey", "id"])
@Index(["userId", "readAt", "type"])
@Index(["threadId", "postId"])
export class Notification {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  @Field(() => String, { description: "What it is counted by: system, related, replied, liked …" })
  @Column("varchar", { length: 24 })
  type!: NotificationType;

  @Field(() => String, { description: "Stem of its template, such as post.replied." })
  @Column("varchar", { length: 40 })
  kind!: NotificationKind;

  @Field(() => NotificationEntry, { description: "The list that it stands in." })
  @Column("int")
  entry!: NotificationEntry;

  /** Last actor; null if none is named. */
  @Column("integer", { nullable: true })
  actorId!: number | null;

  @Column("integer", { nullable: true })
  threadId!: number | null;

  @Column("integer", { nullable: true })
  postId!: number | null;

  @Field(() => NotificationReason, { description: "Why the viewer gets it." })
  @Column("varchar", { length: 20 })
  why!: NotificationReason;

  /** Key of the burst that it joins: kind and subject. */
  @Column("varchar", { length: 60 })
  groupKey!: string;

  /** Number of times that it happened, texts of a burst that are gone included. */
  @Column("int")
  times!: number;

  /** `NotificationData` as JSON. */
  @Column("text")
  data!: string;

  @Column("datetime", { precision: 3, nullable: true })
  readAt!: Date | null;

  @Field(() => GraphQLISODateTime, { description: "When it happened last." })
  @Column("datetime", { precision: 3 })
  createdAt!: Date;
}
