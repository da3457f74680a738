import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from "typeorm";

/** One change that staff made. Rows are only ever added; each carries the hash of the one before it. */
@Entity("audit_log")
@Index(["actorId", "id"])
@Index(["action", "id"])
@Index(["actorId", "action", "id"])
@Index(["target", "id"])
export class AuditEntry {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  /** 0 for the program itself. */
  @Column("integer")
  actorId!: number;

  /** Name of the verb. */
  @Column("varchar", { length: 60 })
  action!: string;

  /** The target of the action: `thread:5`. */
  @Column("varchar", { length: 100 })
  target!: string;

  @Column("text", { nullable: true })
  before!: string | null;

  @Column("text", { nullable: true })
  after!: string | null;

  @Column("varchar", { length: 255 })
  reason!: string;

  @Column("varchar", { length: 64 })
  requestId!: string;

  @Column("varchar", { length: 64 })
  address!: string;

  @Column("varchar", { length: 64 })
  previousHash!: string;

  @Column("varchar", { length: 64 })
  hash!: string;
}

/** The one row of `audit_head`. */
export const AUDIT_HEAD_ID = 1;

/** The end of the chain: how many entries there are, and the hash of the last. One row. */
@Entity("audit_head")
export class AuditHead {
  @PrimaryColumn("int")
  id!: number;

  @Column("int")
  entries!: number;

  @Column("varchar", { length: 64 })
  hash!: string;
}
