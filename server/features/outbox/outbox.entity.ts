import { Column, Entity, Index, PrimaryGeneratedColumn } from "typeorm";

/** Longest stored text of an error, in characters. */
export const ERROR_MAX = 300;

/** An entry of the outbox: an event or delayed work, inserted with its cause and deleted with its effect. */
@Entity("outbox")
@Index(["dead", "dueAt", "id"])
@Index(["orderKey", "id"])
export class OutboxRow {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  /** Name of the delivery that handles it. */
  @Column("varchar", { length: 60 })
  name!: string;

  /** Entries of one key are delivered in the order of their insertion. */
  @Column("varchar", { length: 100, nullable: true })
  orderKey!: string | null;

  @Column("text")
  payload!: string;

  @Column("int")
  attempts!: number;

  /** True after too many failures; an administrator decides. */
  @Column("boolean")
  dead!: boolean;

  @Column("datetime", { precision: 3 })
  dueAt!: Date;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  @Column("varchar", { length: ERROR_MAX })
  lastError!: string;
}
