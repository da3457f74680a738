import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from "typeorm";

/** Kinds of changes of a thread or reply, as its readers see them. */
export enum ChangeKind {
  CREATED = "CREATED",
  EDITED = "EDITED",
  MOVED = "MOVED",
  HIDDEN = "HIDDEN",
  DELETED = "DELETED",
  RESTORED = "RESTORED",
}

/**
 * Something that happened to a thread or reply. Numbers are given without gaps and committed in their order, so whoever has
 * read up to one has missed none before it. Up to the horizon only the last change of each thing is kept.
 */
@Entity("changes")
@Index(["thing", "id"])
@Index(["at", "id"])
export class Change {
  @PrimaryColumn("integer")
  id!: number;

  /** `t` or `p` with the id of the thread or reply. */
  @Column("varchar", { length: 20 })
  thing!: string;

  @Column("varchar", { length: 10 })
  kind!: ChangeKind;

  @Column("integer")
  threadId!: number;

  /** Null for the thread itself. */
  @Column("integer", { nullable: true })
  postId!: number | null;

  /** Category that it is in afterwards. */
  @Column("integer")
  categoryId!: number;

  /** Category that it was in before it moved; null if it did not. */
  @Column("integer", { nullable: true })
  fromCategoryId!: number | null;

  @Column("datetime", { precision: 3 })
  at!: Date;
}

/** Number of the last change; whoever writes one locks it. */
@Entity("change_heads")
export class ChangeHead {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  lastId!: number;

  /** Number up to which only the last change of each thing is kept; null while all are. */
  @Column("integer", { nullable: true })
  horizonId!: number | null;
}
