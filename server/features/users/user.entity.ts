import { Field, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { UserStatus } from "../../core/viewer.ts";
import { Group } from "../groups/group.entity.ts";

/** Longest user name and nickname, in characters (legacy rule: −7041 beyond). */
export const NAME_MAX = 15;
/** Longest signature, in characters. */
export const SIGNATURE_MAX = 150;
/** Length of columns for names: the normalised form may be longer than the name. */
const KEY_LENGTH = 100;

/** Name of the author of the first thread, whom nobody can sign in as. */
export const HOST_NAME = "论坛小助手";
/** Stands for the hash of members who have no password: none matches it. */
export const NO_PASSWORD = "none";
/** Stands for the hash of members whose password only the forum that they came from has hashed (`foreign_passwords`). */
export const FOREIGN_PASSWORD = "foreign";

/** Circle of members whom somebody lets do something. */
export enum Audience {
  EVERYONE = "EVERYONE",
  /** Members whom they follow. */
  FOLLOWED = "FOLLOWED",
  NOBODY = "NOBODY",
}

/** Looks of lists of threads. */
export enum ListDensity {
  CARDS = "CARDS",
  COMPACT = "COMPACT",
}
registerEnumType(ListDensity, {
  name: "ListDensity",
  description: "Looks of lists of threads.",
  valuesConfig: {
    CARDS: { description: "Cards with a piece of the text and pictures." },
    COMPACT: { description: "A line for each thread." },
  },
});

/** A member. What has no `@Field` stays private. */
@ObjectType("User", { simpleResolvers: true, description: "A member." })
@Entity("users")
@Index(["groupExpiresAt"])
@Index(["usernameKey"], { unique: true })
@Index(["nicknameKey"], { unique: true })
@Index(["groupId"])
@Index(["groupId", "status"])
@Index(["status", "id"])
@Index(["createdAt"])
@Index(["updatedAt", "id"])
@Index(["closesAt"])
@Index(["status", "postCount", "id"])
@Index(["groupId", "status", "postCount", "id"])
@Index(["status", "lastSeenMinute", "id"])
@Index(["groupId", "status", "lastSeenMinute", "id"])
export class User {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("varchar", { length: KEY_LENGTH })
  username!: string;

  /** `nameKey(username)`, which is unique. */
  @Column("varchar", { length: KEY_LENGTH })
  usernameKey!: string;

  @Field(() => String, { description: "Name that is shown." })
  @Column("varchar", { length: KEY_LENGTH })
  nickname!: string;

  @Column("varchar", { length: KEY_LENGTH })
  nicknameKey!: string;

  /** Argon2id, with its parameters; or NO_PASSWORD, or FOREIGN_PASSWORD. */
  @Column("varchar", { length: 255 })
  passwordHash!: string;

  @Field(() => String, { description: "What the member says of themselves; may be empty." })
  @Column("varchar", { length: SIGNATURE_MAX * 2 })
  signature!: string;

  /** Address below /files, or null. */
  @Field(() => String, { nullable: true, description: "Address of the picture; null if there is none." })
  @Column("varchar", { length: 255, nullable: true })
  avatarUrl!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Address of the picture behind the profile; null if there is none.",
  })
  @Column("varchar", { length: 255, nullable: true })
  backgroundUrl!: string | null;

  @Column("integer")
  groupId!: number;

  @ManyToOne(() => Group, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "groupId" })
  group?: Relation<Group>;

  /** Time at which the next period that was bought begins, or the group before it returns; null for never. */
  @Column("datetime", { precision: 3, nullable: true })
  groupExpiresAt!: Date | null;

  /** The group that returns after those that were bought; null for the default one. No foreign key: groups are deleted. */
  @Column("integer", { nullable: true })
  returnGroupId!: number | null;

  /** End of the group that returns; null for none. */
  @Column("datetime", { precision: 3, nullable: true })
  returnGroupExpiresAt!: Date | null;

  /** The group of the level that the member has reached, besides the own one; null for none. No foreign key: groups are deleted. */
  @Column("integer", { nullable: true })
  levelGroupId!: number | null;

  @Column("int")
  status!: UserStatus;

  /** Reason of a ban or refusal; shown to the member. */
  @Column("varchar", { length: 200 })
  statusReason!: string;

  /** End of a ban; null for one without end, and for members who are not banned. See `standingOf`. */
  @Column("datetime", { precision: 3, nullable: true })
  bannedUntil!: Date | null;

  /** End of a silence, `SILENCE_WITHOUT_END` for one without; null for members who are not silenced. See `silenceEndOf`. */
  @Column("datetime", { precision: 3, nullable: true })
  silencedUntil!: Date | null;

  /** Reason of a silence; shown to the member. */
  @Column("varchar", { length: 200, default: "" })
  silenceReason!: string;

  @Field(() => Int, { description: "Visible threads, anonymous ones left out." })
  @Column("int")
  threadCount!: number;

  @Field(() => Int, { description: "Visible replies, anonymous ones left out." })
  @Column("int")
  postCount!: number;

  @Field(() => Int, { description: "Likes that others gave." })
  @Column("int")
  likedCount!: number;

  @Field(() => Int, { description: "Members whom this one follows." })
  @Column("int")
  followCount!: number;

  @Field(() => Int, { description: "Members who follow this one." })
  @Column("int")
  fansCount!: number;

  /** Not a field: only the member is told. */
  @Column("varchar", { length: 10, default: "CARDS" })
  listDensity!: ListDensity;

  @Field(() => GraphQLISODateTime, { description: "When the member registered." })
  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  /** Time at which the name, signature, pictures, group or standing changed last, or the member registered. */
  @Column("datetime", { precision: 3, nullable: true })
  updatedAt!: Date | null;

  /** Last activity in minutes since 1970, some minutes late; 0 for never. */
  @Column("int", { default: 0 })
  lastSeenMinute!: number;

  /** Has not put the first steps aside yet, which new members are shown. */
  @Column("boolean", { default: false })
  isNew!: boolean;

  /** Number of times that they changed their user name. */
  @Column("int", { default: 0 })
  usernameChanges!: number;

  /** Members whose private messages they take. */
  @Column("varchar", { length: 10, default: Audience.EVERYONE })
  messagesFrom!: Audience;

  /** Audience of the lists of whom they follow and who follows them. */
  @Column("varchar", { length: 10, default: Audience.EVERYONE })
  followsFrom!: Audience;

  /** Time at which the account is erased, which its owner asked for; null for accounts that stay. */
  @Column("datetime", { precision: 3, nullable: true })
  closesAt!: Date | null;
}
