import { Field, ID, Int, ObjectType } from "type-graphql";
import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
} from "typeorm";

/** Preset groups of the predecessor; their ids are fixed. */
export enum PresetGroup {
  ADMIN = 1,
  BANNED = 5,
  UNPAID = 6,
  GUEST = 7,
  TRIAL = 8,
  MEMBER = 10,
}

/** Stored units of one tenth of commission. */
export const SCALE_UNITS = 10;

/** Members of a group share its permissions. */
@ObjectType("Group", { simpleResolvers: true, description: "Members of a group share its permissions." })
@Entity("groups")
export class Group {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Field(() => String, { description: "Name as members see it." })
  @Column("varchar", { length: 50 })
  name!: string;

  @Field(() => String, { description: "CSS colour, or empty." })
  @Column("varchar", { length: 20 })
  color!: string;

  @Field(() => String, { description: "Address of a picture, or empty." })
  @Column("varchar", { length: 255 })
  icon!: string;

  @Field(() => Boolean, { description: "Shown behind the names of its members." })
  @Column("boolean")
  isDisplay!: boolean;

  @Field(() => Boolean, { description: "New members join it." })
  @Column("boolean")
  isDefault!: boolean;

  @Field(() => String, { description: "Free text of the site's owner." })
  @Column("varchar", { length: 50, default: "" })
  type!: string;

  @Field(() => Boolean, { description: "Membership is bought and ends." })
  @Column("boolean", { default: false })
  isPaid!: boolean;

  @Field(() => Boolean, {
    description: "Members may buy it, if it is a paid one; who has it keeps it otherwise.",
  })
  @Column("boolean", { default: true })
  isForSale!: boolean;

  @Field(() => Int, { description: "Price in cents; 0 for free groups." })
  @Column("int", { default: 0 })
  fee!: number;

  @Field(() => Int, { description: "Days that a paid membership lasts." })
  @Column("int", { default: 0 })
  days!: number;

  @Field(() => Int, { description: "Rank among paid groups, from 1; 0 for free groups." })
  @Column("int", { default: 0 })
  level!: number;

  /** Commission in hundredths; the resolver shows tenths. */
  @Column("int", { default: 0 })
  scale!: number;

  @Field(() => Boolean, { description: "Members share in what those whom they invited pay for joining." })
  @Column("boolean", { default: false })
  isSubordinate!: boolean;

  @Field(() => Boolean, { description: "Members share in what those whom they invited earn." })
  @Column("boolean", { default: false })
  isCommission!: boolean;

  @Field(() => String, { description: "What members are told of it; may be empty." })
  @Column("varchar", { length: 255, default: "" })
  description!: string;

  @Field(() => String, { description: "What who buys it is told; may be empty." })
  @Column("varchar", { length: 255, default: "" })
  notice!: string;

  @Field(() => Int, { description: "Days that the free trial lasts." })
  @Column("int", { default: 0 })
  timeRange!: number;

  @Field(() => Int, { description: "Age in days of what the free trial shows." })
  @Column("int", { default: 0 })
  contentRange!: number;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;
}

/** One permission of one group: a key, or `category<ID>.<key>`. */
@Entity("group_permissions")
export class GroupPermission {
  @PrimaryColumn("integer")
  groupId!: number;

  @PrimaryColumn("varchar", { length: 100 })
  permission!: string;

  @ManyToOne(() => Group, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "groupId" })
  group?: Relation<Group>;
}
