import { Field, ID, ObjectType } from "type-graphql";
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

/** Members of a group share its permissions. */
@ObjectType("Group", { simpleResolvers: true, description: "Members of a group share its permissions." })
@Entity("groups")
export class Group {
  @Field(() => ID)
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Field(() => String)
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
