import { Field, ID, Int, ObjectType } from "type-graphql";
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { useInstead } from "../../core/deprecation.ts";
import { User } from "../users/user.entity.ts";

/** Longest name of a field, in characters (legacy-facts 4.11). */
export const FIELD_NAME_MAX = 20;
/** Longest options and description of a field, and longest answer, in characters (legacy-facts 4.11). */
export const FIELD_TEXT_MAX = 20_000;

/** Kinds of fields: 0 to 5 (legacy-facts 4.11). */
export enum FieldType {
  TEXT = 0,
  TEXTAREA = 1,
  RADIO = 2,
  CHECKBOX = 3,
  IMAGE = 4,
  ATTACHMENT = 5,
}

/** Status of a field. */
export enum FieldStatus {
  DELETED = 0,
  ENABLED = 1,
  DISABLED = -1,
}

/** Status of an answer. */
export enum AnswerStatus {
  DISCARDED = 0,
  PENDING = 1,
  REJECTED = 2,
  PASSED = 3,
}

/** A field that new members fill in. */
@ObjectType("SignInField", {
  simpleResolvers: true,
  description: "Something that the site asks new members.",
})
@Entity("sign_in_fields")
export class SignInField {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Field(() => String, { description: "The question, as members see it." })
  @Column("varchar", { length: FIELD_NAME_MAX * 2 })
  name!: string;

  @Field(() => Int, {
    description: "0 text, 1 long text, 2 one choice, 3 several choices, 4 picture, 5 file.",
    deprecationReason: useInstead("kind"),
  })
  @Column("int")
  type!: FieldType;

  @Field(() => String, {
    description: 'Choices as JSON, `{"options":[{"value":"A","checked":false}]}`; else empty.',
    deprecationReason: useInstead("choices"),
  })
  @Column("text")
  fieldsExt!: string;

  @Field(() => String, { description: "A hint under the question; may be empty." })
  @Column("text")
  fieldsDesc!: string;

  @Field(() => Int, { description: "Place among the fields, lowest first." })
  @Column("int")
  sort!: number;

  @Field(() => Int, { description: "1 enabled, -1 disabled.", deprecationReason: useInstead("state") })
  @Column("int")
  status!: FieldStatus;

  @Field(() => Boolean, { description: "Whether it has to be answered." })
  @Column("boolean")
  required!: boolean;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  @Column("datetime", { precision: 3 })
  updatedAt!: Date;
}

/** An answer of a member, with a copy of the field at that time. */
@ObjectType("SignInAnswer", { simpleResolvers: true, description: "What a member answered." })
@Entity("user_sign_in_fields")
@Index(["userId", "sort"])
export class SignInAnswer {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Field(() => ID, { description: "Id of the member who answered." })
  @Column("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  @Field(() => String, { description: "The question as it was when it was answered." })
  @Column("varchar", { length: FIELD_NAME_MAX * 2 })
  name!: string;

  @Field(() => Int, {
    description: "Kind of the question, as in `SignInField`.",
    deprecationReason: useInstead("kind"),
  })
  @Column("int")
  type!: FieldType;

  @Field(() => String, {
    description: "The answer as JSON.",
    deprecationReason: useInstead("text, chosen or files"),
  })
  @Column("text")
  fieldsExt!: string;

  @Field(() => String, { description: "The hint under the question." })
  @Column("text")
  fieldsDesc!: string;

  @Field(() => String, { description: "What the staff noted about it; may be empty." })
  @Column("varchar", { length: 255 })
  remark!: string;

  @Field(() => Int, { description: "Place among the answers, lowest first." })
  @Column("int")
  sort!: number;

  @Field(() => Int, {
    description: "0 discarded, 1 pending, 2 rejected, 3 passed.",
    deprecationReason: useInstead("state"),
  })
  @Column("int")
  status!: AnswerStatus;

  @Field(() => Boolean, { description: "Whether it had to be answered." })
  @Column("boolean")
  required!: boolean;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  @Column("datetime", { precision: 3 })
  updatedAt!: Date;
}
