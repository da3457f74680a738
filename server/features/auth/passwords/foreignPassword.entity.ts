import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from "typeorm";
import { User } from "../../users/user.entity.ts";

/** Way in which the forum that a community came from has hashed passwords. */
export enum ForeignScheme {
  /** `$2a$`, `$2b$`, `$2y$`: Discuz! Q, Flarum, UCenter 1.7. */
  BCRYPT = "bcrypt",
  /** `md5(md5(password) + salt)` of UCenter and Discuz! X. */
  UCENTER = "ucenter",
  /** `$H$` and `$P$`: iterated MD5. */
  PHPASS = "phpass",
  /** `$argon2i$` and `$argon2id$`, as `password_hash` of PHP writes them. */
  ARGON2 = "argon2",
  /** Any hash of phpBB 3, which trims and escapes passwords before it hashes them. */
  PHPBB = "phpbb",
  /** MD5 of the password as phpBB 2 received it, or phpass of that. */
  PHPBB2 = "phpbb2",
  /** bcrypt of the SHA-512 of the password, or of the password. */
  NODEBB = "nodebb",
  /** PBKDF2 with SHA-256. */
  DISCOURSE = "discourse",
}

/** Encodings in which forums have hashed passwords. */
export const FOREIGN_CHARSETS = ["utf-8", "gbk"] as const;

/** Encoding in which a forum has hashed passwords. */
export type ForeignCharset = (typeof FOREIGN_CHARSETS)[number];

/**
 * Hash of a member's password that another forum has made. It is deleted once the password was given, and with any other
 * password (docs/decisions/0501).
 */
@Entity("foreign_passwords")
export class ForeignPassword {
  @PrimaryColumn("integer")
  userId!: number;

  @OneToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  @Column("varchar", { length: 20 })
  scheme!: ForeignScheme;

  /** As the other forum wrote it; Argon2id of it where it was MD5. */
  @Column("varchar", { length: 255 })
  hash!: string;

  /** Empty where the hash contains it. */
  @Column("varchar", { length: 64 })
  salt!: string;

  @Column("varchar", { length: 10 })
  charset!: ForeignCharset;
}
