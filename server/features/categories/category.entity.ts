import { Field, ID, Int, ObjectType } from "type-graphql";
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";

/** Longest name of a category, in characters. */
export const CATEGORY_NAME_MAX = 30;
/** Longest description of a category, in characters. */
export const CATEGORY_DESCRIPTION_MAX = 200;

/** A place for threads; two levels. */
@ObjectType("Category", { simpleResolvers: true, description: "A place for threads; two levels." })
@Entity("categories")
@Index(["parentId"])
export class Category {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Field(() => String, { description: "Name as members see it." })
  @Column("varchar", { length: 100 })
  name!: string;

  @Field(() => String, { description: "A sentence about it; may be empty." })
  @Column("varchar", { length: 255 })
  description!: string;

  @Field(() => String, { description: "An emoji or the address of a picture, or empty." })
  @Column("varchar", { length: 255 })
  icon!: string;

  @Field(() => String, { description: "The chosen colour as #rrggbb, or empty." })
  @Column("varchar", { length: 7, default: "" })
  color!: string;

  /** No column: set where the tree is read. */
  @Field(() => String, {
    description:
      "The colour that it is shown in: the chosen one, its parent's, or one that follows from its number.",
  })
  displayColor!: string;

  @Field(() => Int, { description: "Place among its neighbours, lowest first." })
  @Column("int")
  sort!: number;

  @Field(() => ID, { nullable: true, description: "Id of the category above; null at the top." })
  @Column("integer", { nullable: true })
  parentId!: number | null;

  @ManyToOne(() => Category, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "parentId" })
  parent?: Relation<Category> | null;

  @Field(() => Int, {
    description: "Threads that are visible in it, not counting those of categories below.",
  })
  @Column("int")
  threadCount!: number;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;
}
