import { Field, GraphQLISODateTime, ID, ObjectType } from "type-graphql";
import { Column, PrimaryGeneratedColumn } from "typeorm";

/** Something that somebody did to several things at once and that can be taken back once: columns that all such tables share. */
@ObjectType()
export abstract class UndoableBatch {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Field(() => ID, { description: "Id of the member who did it." })
  @Column("integer")
  actorId!: number;

  @Field(() => GraphQLISODateTime, { description: "When it was created." })
  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "When it was taken back; null while it stands.",
  })
  @Column("datetime", { precision: 3, nullable: true })
  undoneAt!: Date | null;

  @Field(() => ID, {
    nullable: true,
    description: "Id of the member who took it back; null while it stands.",
  })
  @Column("integer", { nullable: true })
  undoneById!: number | null;
}

/** Values that somebody saved together; taking them back is a save as well, so that it can be taken back in turn. */
export abstract class UndoableSave {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  actorId!: number;

  /** The save that this one undoes. */
  @Column("integer", { nullable: true })
  undoOfId!: number | null;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;
}
