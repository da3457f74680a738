import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from "typeorm";
import { UndoableBatch } from "../../core/undoable.entity.ts";

/** Groups that were deleted together, so that they can be restored as one. */
@Entity("group_deletions")
export class GroupDeletion extends UndoableBatch {
  /** The group that their members joined. */
  @Column("integer")
  movedToId!: number;
}

/** One deleted group and its grants, as JSON. */
@Entity("group_deletion_items")
export class GroupDeletionItem {
  @PrimaryColumn("integer")
  deletionId!: number;

  @ManyToOne(() => GroupDeletion, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "deletionId" })
  deletion?: Relation<GroupDeletion>;

  @PrimaryColumn("integer")
  groupId!: number;

  @Column("text")
  content!: string;

  @Column("text")
  permissions!: string;

  @Column("int")
  memberCount!: number;
}

/** A member of a deleted group, with the end of their membership. */
@Entity("group_deletion_members")
export class GroupDeletionMember {
  @PrimaryColumn("integer")
  deletionId!: number;

  @ManyToOne(() => GroupDeletion, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "deletionId" })
  deletion?: Relation<GroupDeletion>;

  @PrimaryColumn("integer")
  groupId!: number;

  @PrimaryColumn("integer")
  userId!: number;

  @Column("datetime", { precision: 3, nullable: true })
  expiresAt!: Date | null;
}
