import { Column, Entity, Index, PrimaryGeneratedColumn } from "typeorm";

/** Kinds of accounts. Those of members exist once per member, all others once. */
export enum AccountKind {
  /** Money that a member may spend. */
  AVAILABLE = "AVAILABLE",
  /** Money that is a member's but set aside for something: the sum of their open holds. */
  FROZEN = "FROZEN",
  /** Money that administrators gave out or took back. Below zero by what they gave. */
  ADJUSTMENTS = "ADJUSTMENTS",
  /** Money that came from outside. Below zero by what came. */
  PAID_IN = "PAID_IN",
  /** Money that has left for the outside. */
  PAID_OUT = "PAID_OUT",
  /** Fees of withdrawals. */
  FEES = "FEES",
  /** The site's part of tips and paid content. */
  ROYALTIES = "ROYALTIES",
  /** Prices paid for joining the site. */
  REGISTRATIONS = "REGISTRATIONS",
  /** Prices paid for groups. */
  GROUPS = "GROUPS",
}

/** Accounts of members; `ownerId` is the member. */
export const MEMBER_ACCOUNTS: ReadonlySet<AccountKind> = new Set([AccountKind.AVAILABLE, AccountKind.FROZEN]);

/** Accounts that stand for what is outside of the members' money, so that all balances add up to zero. */
export const MAY_BE_NEGATIVE: ReadonlySet<AccountKind> = new Set([
  AccountKind.ADJUSTMENTS,
  AccountKind.PAID_IN,
]);

/** An account with the balance that its entries add up to. Written by `post` alone. */
@Entity("money_accounts")
@Index(["kind", "ownerId"], { unique: true })
export class MoneyAccount {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("varchar", { length: 20 })
  kind!: AccountKind;

  /** The member; 0 for accounts of the site. */
  @Column("integer")
  ownerId!: number;

  /** Repeats a rule of the kind, so that the database itself refuses a balance below zero. */
  @Column("boolean")
  mayBeNegative!: boolean;

  @Column("integer")
  balanceCents!: number;

  /** Number of its entries; the last one has this sequence. */
  @Column("integer")
  version!: number;
}
