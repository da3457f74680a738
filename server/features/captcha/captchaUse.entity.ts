import { Column, Entity, Index, PrimaryColumn } from "typeorm";

/** A captcha that was handed in: it counts once, and its row goes when it would have expired anyway. */
@Entity("captcha_uses")
@Index(["expiresAt"])
export class CaptchaUse {
  /** Digest of the signature of the challenge. */
  @PrimaryColumn("varchar", { length: 64 })
  id!: string;

  @Column("datetime", { precision: 3 })
  expiresAt!: Date;
}
