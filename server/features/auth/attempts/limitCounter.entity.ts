import { Column, Entity, Index, PrimaryColumn } from "typeorm";

/** A counter that all processes share and that a restart keeps: sign-ins and registrations. */
@Entity("limit_counters")
@Index(["endsAt"])
export class LimitCounter {
  /** Digest of what is counted: neither names nor addresses are stored. */
  @PrimaryColumn("varchar", { length: 64 })
  id!: string;

  @Column("int")
  points!: number;

  /** From then on it counts from zero. */
  @Column("datetime", { precision: 3 })
  endsAt!: Date;

  /** Nothing is let through before. */
  @Column("datetime", { precision: 3, nullable: true })
  restUntil!: Date | null;
}
