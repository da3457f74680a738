import { Column, Entity, PrimaryColumn } from "typeorm";

/** Id of the only row. */
export const LEDGER_CHECK_ID = 1;

/** The last check of the ledger. While it has found violations, no money leaves the site. */
@Entity("money_checks")
export class LedgerCheck {
  @PrimaryColumn("integer")
  id!: number;

  @Column("datetime", { precision: 3 })
  checkedAt!: Date;

  /** The last check of everything; those in between look at what is new. */
  @Column("datetime", { precision: 3, nullable: true })
  wholeAt!: Date | null;

  /** Transactions up to this one were there at the last check. */
  @Column("integer")
  upToId!: number;

  /** Found violations, one in a line; empty if the books balance. */
  @Column("text")
  violations!: string;
}
