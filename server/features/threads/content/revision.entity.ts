import { Field, GraphQLISODateTime, ID, ObjectType } from "type-graphql";
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { User } from "../../users/user.entity.ts";

/** A version of a thread or reply before an edit. */
@ObjectType("Revision", { simpleResolvers: true, description: "What a thread or reply said before an edit." })
@Entity("revisions")
@Index(["threadId", "id"])
@Index(["postId", "id"])
export class Revision {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer", { nullable: true })
  threadId!: number | null;

  @Column("integer", { nullable: true })
  postId!: number | null;

  @Field(() => String, { nullable: true, description: "Title of that version; null for replies." })
  @Column("varchar", { length: 200, nullable: true })
  title!: string | null;

  @Field(() => String, { description: "Markdown of that version." })
  @Column("text")
  body!: string;

  @Column("integer")
  editorId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "editorId" })
  editorRow?: Relation<User>;

  @Field(() => GraphQLISODateTime, { description: "When the edit replaced it." })
  @Column("datetime", { precision: 3 })
  createdAt!: Date;
}
