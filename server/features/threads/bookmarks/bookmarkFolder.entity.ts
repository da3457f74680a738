import { Field, ID, ObjectType } from "type-graphql";
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { User } from "../../users/user.entity.ts";

/** Longest name of a folder, in characters. */
export const FOLDER_NAME_MAX = 30;
/** Maximum folders of a member. */
export const FOLDERS_MAX = 50;

/** A folder in which a member puts bookmarks; nobody else sees it. */
@ObjectType("BookmarkFolder", { simpleResolvers: true, description: "A folder of the viewer's bookmarks." })
@Entity("bookmark_folders")
@Index(["userId", "nameKey"], { unique: true })
export class BookmarkFolder {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  @Field(() => String, { description: "Name that the member gave it." })
  @Column("varchar", { length: FOLDER_NAME_MAX })
  name!: string;

  /** `nameKey(name)`, which is unique among the folders of a member; folding may lengthen a name. */
  @Column("varchar", { length: 100 })
  nameKey!: string;

  /** Place among the folders of the member. */
  @Column("int")
  position!: number;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;
}
