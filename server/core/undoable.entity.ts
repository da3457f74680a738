import { Field, GraphQLISODateTime, ID, ObjectType } from "type-graphql";
import { Column, PrimaryGeneratedColumn } from "typeorm";

/** Something that somebody did to several things at once and that can be taken back once: columns that all such tables share. */
@ObjectType()
export abstract class UndoableBatch {
  @Field(() => ID)
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Field(() => ID)
  @Column("integer")
  actorId!: number;

  @Field(() => GraphQLISODateTime)
  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { nullable: true })
  @Column("datetime", { precision: 3, nullable: true })
  undoneAt!: Date | null;

  @Field(() => ID, { nullable: true })
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
