import { Column, Entity, Index, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { User } from "../users/user.entity.ts";

/** Longest name of a token, in characters. */
export const TOKEN_NAME_MAX = 60;

/** Kinds of tokens: of a member, of the site for an application, or what a member allowed a third party. */
export enum TokenKind {
  PERSONAL = "PERSONAL",
  APPLICATION = "APPLICATION",
  OAUTH = "OAUTH",
}

/** A token that a program sends instead of a sign-in. It acts as a member, within its scope. */
@Entity("access_tokens")
@Index(["userId", "kind"])
@Index(["createdById"])
@Index(["kind"])
export class AccessToken {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("varchar", { length: 12 })
  kind!: TokenKind;

  /** The member that it acts as. */
  @Column("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  user?: Relation<User>;

  /** Of applications: the administrator who made it. */
  @Column("integer")
  createdById!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  createdBy?: Relation<User>;

  @Column("varchar", { length: TOKEN_NAME_MAX })
  name!: string;

  @Column("boolean")
  mayWrite!: boolean;

  /** Areas, separated by commas. */
  @Column("varchar", { length: 100 })
  areas!: string;

  /** Permission keys, separated by commas; null for all of the member's. */
  @Column("text", { nullable: true })
  permissions!: string | null;

  /** Ids of categories, separated by commas; null for all. */
  @Column("text", { nullable: true })
  categoryIds!: string | null;

  /** Networks that it may be used from, separated by commas; empty for all. */
  @Column("text")
  addressRanges!: string;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  /** Null for tokens that do not expire. */
  @Column("datetime", { precision: 3, nullable: true })
  expiresAt!: Date | null;

  @Column("datetime", { precision: 3, nullable: true })
  lastUsedAt!: Date | null;
}

/** A secret of a token, as SHA-256. After a rotation there are two for a while. */
@Entity("access_token_secrets")
@Index(["hash"], { unique: true })
@Index(["tokenId"])
export class AccessTokenSecret {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  tokenId!: number;

  @ManyToOne(() => AccessToken, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  token?: Relation<AccessToken>;

  @Column("varchar", { length: 64 })
  hash!: string;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  /** End of a secret that was replaced; null for the present one. */
  @Column("datetime", { precision: 3, nullable: true })
  endsAt!: Date | null;
}
