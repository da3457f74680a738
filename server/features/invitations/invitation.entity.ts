import { Field, GraphQLISODateTime, ID, Int, ObjectType } from "type-graphql";
import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
} from "typeorm";
import { Group } from "../groups/group.entity.ts";
import { User } from "../users/user.entity.ts";

/** Longest code, in characters. */
export const CODE_MAX = 32;

/** A code that lets people in, so many times and until so long. Numbers of members are codes without a row. */
@ObjectType("Invitation", {
  simpleResolvers: true,
  description: "A code that lets people in: limited by uses and time.",
})
@Entity("invitations")
@Index(["code"], { unique: true })
@Index(["userId", "id"])
@Index(["groupId"])
export class Invitation {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Field(() => String, { description: "What people type, in capitals." })
  @Column("varchar", { length: CODE_MAX })
  code!: string;

  /** The member who made it. */
  @Column("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  /** The group that people join by it; null for the default group. */
  @Column("integer", { nullable: true })
  groupId!: number | null;

  @ManyToOne(() => Group, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "groupId" })
  groupRow?: Relation<Group>;

  @Field(() => Boolean, {
    description: "Made by an administrator for the site: who comes by it need not pay for joining.",
  })
  @Column("boolean")
  isOfficial!: boolean;

  @Field(() => Int, { nullable: true, description: "Members it lets in; null for any number." })
  @Column("int", { nullable: true })
  maxUses!: number | null;

  @Field(() => Int, { description: "Members who have come by it." })
  @Column("int")
  useCount!: number;

  @Field(() => GraphQLISODateTime, { description: "When it was made." })
  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { nullable: true, description: "Until when it works; null for good." })
  @Column("datetime", { precision: 3, nullable: true })
  expiresAt!: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "When it was revoked; null if it was not.",
  })
  @Column("datetime", { precision: 3, nullable: true })
  revokedAt!: Date | null;
}

/** That a member came by an invitation, with the terms of the inviter's group at that moment. Never changed. */
@Entity("invitation_acceptances")
@Index(["inviterId", "userId"])
@Index(["invitationId"])
export class InvitationAcceptance {
  /** The member who came; once in their life. */
  @PrimaryColumn("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  @Column("integer")
  inviterId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "inviterId" })
  inviter?: Relation<User>;

  /** Null for the number of the inviter. */
  @Column("integer", { nullable: true })
  invitationId!: number | null;

  @ManyToOne(() => Invitation, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "invitationId" })
  invitation?: Relation<Invitation>;

  /** The inviter's share in percent; 0 for none. */
  @Column("int")
  sharePercent!: number;

  /** The inviter shares in what this member pays for joining. */
  @Column("boolean")
  isSubordinate!: boolean;

  /** The inviter shares in what this member earns. */
  @Column("boolean")
  isCommission!: boolean;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;
}
