import { Column, Entity, Index, PrimaryColumn } from "typeorm";

/** Longest key that a client gives a request, in characters. */
export const CLIENT_KEY_MAX = 120;

/** The answer to a request that a client may repeat: the same key gets the same answer and moves nothing again. */
@Entity("money_keys")
@Index(["createdAt"])
export class MoneyKey {
  /** Keys of different members never meet, so that a key tells nobody anything. */
  @PrimaryColumn("integer")
  actorId!: number;

  @PrimaryColumn("varchar", { length: 40 })
  operation!: string;

  @PrimaryColumn("varchar", { length: CLIENT_KEY_MAX })
  clientKey!: string;

  /** Digest of the request: the same key with another body is refused. */
  @Column("varchar", { length: 64 })
  digest!: string;

  /** The answer as JSON. */
  @Column("text")
  answer!: string;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;
}
