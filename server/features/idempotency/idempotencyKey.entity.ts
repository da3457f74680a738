import { Column, Entity, Index, PrimaryGeneratedColumn } from "typeorm";

/** Stages of a request with a key. */
export enum KeyState {
  /** It runs, and has changed nothing yet that is certain. */
  RUNNING = "RUNNING",
  /** Its changes are committed; its answer is not written yet. */
  COMMITTED = "COMMITTED",
  /** Its answer is stored. */
  ANSWERED = "ANSWERED",
}

/** A request that runs once, however often it is sent. */
@Entity("idempotency_keys")
@Index(["keyHash"], { unique: true })
@Index(["createdAt"])
export class IdempotencyKey {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  /** SHA-256 of whose key it is, and the key. */
  @Column("varchar", { length: 64 })
  keyHash!: string;

  /** SHA-256 of what was asked. */
  @Column("varchar", { length: 64 })
  requestHash!: string;

  @Column("varchar", { length: 12 })
  state!: KeyState;

  /** Process that runs it. */
  @Column("varchar", { length: 36, default: "" })
  processId!: string;

  @Column("varchar", { length: 100 })
  contentType!: string;

  @Column("text")
  answer!: string;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;
}
