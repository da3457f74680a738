import { Column, Entity, Index, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { User } from "../users/user.entity.ts";
import { AccessToken } from "./token.entity.ts";

/** Longest name of an application, in characters. */
export const CLIENT_NAME_MAX = 60;

/** An application of somebody else, which members may allow to act for them. */
@Entity("oauth_clients")
@Index(["publicId"], { unique: true })
@Index(["createdById"])
export class OAuthClient {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  /** Its `client_id`. */
  @Column("varchar", { length: 40 })
  publicId!: string;

  @Column("varchar", { length: CLIENT_NAME_MAX })
  name!: string;

  /** Sealed; empty for public clients, which keep no secret. */
  @Column("text")
  secret!: string;

  /** One a line. */
  @Column("text")
  redirectUris!: string;

  @Column("integer")
  createdById!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  createdBy?: Relation<User>;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;
}

/** A consent: the token that says what the application may, and by which the member ends it. */
@Entity("oauth_grants")
@Index(["publicId"], { unique: true })
@Index(["tokenId"])
@Index(["clientId"])
export class OAuthGrant {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  /** Its id in the records of the authorization server. */
  @Column("varchar", { length: 40 })
  publicId!: string;

  @Column("integer")
  tokenId!: number;

  @ManyToOne(() => AccessToken, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  token?: Relation<AccessToken>;

  @Column("integer")
  clientId!: number;

  @ManyToOne(() => OAuthClient, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  client?: Relation<OAuthClient>;
}

/** A record of the authorization server: a code, a token, a request that waits for consent, the signing key. */
@Entity("oauth_records")
@Index(["kind", "hash"], { unique: true })
@Index(["grantId"])
@Index(["expiresAt"])
export class OAuthRecord {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("varchar", { length: 30 })
  kind!: string;

  /** SHA-256 of its id, which may be a secret. */
  @Column("varchar", { length: 64 })
  hash!: string;

  /** `publicId` of the grant that it lives and ends with. */
  @Column("varchar", { length: 40, nullable: true })
  grantId!: string | null;

  /** JSON, sealed. */
  @Column("text")
  payload!: string;

  @Column("datetime", { precision: 3, nullable: true })
  expiresAt!: Date | null;

  @Column("datetime", { precision: 3, nullable: true })
  consumedAt!: Date | null;
}
