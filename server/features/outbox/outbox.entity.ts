import { Column, Entity, Index, PrimaryGeneratedColumn } from "typeorm";

/** Longest text of an error that is kept, in characters. */
export const ERROR_MAX = 300;

/** News that waits to be delivered: written with what it tells of, removed with what it causes. */
@Entity("outbox")
@Index(["dead", "dueAt", "id"])
@Index(["orderKey", "id"])
export class OutboxRow {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  /** Whose delivery it is. */
  @Column("varchar", { length: 60 })
  name!: string;

  /** Rows of one key are delivered in the order in which they were written. */
  @Column("varchar", { length: 100, nullable: true })
  orderKey!: string | null;

  @Column("text")
  payload!: string;

  @Column("int")
  attempts!: number;

  /** Given up; an administrator looks at it. */
  @Column("boolean")
  dead!: boolean;

  @Column("datetime", { precision: 3 })
  dueAt!: Date;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  @Column("varchar", { length: ERROR_MAX })
  lastError!: string;
}
