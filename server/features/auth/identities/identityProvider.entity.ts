import { Column, Entity, PrimaryGeneratedColumn } from "typeorm";

/** Longest label of a provider, in characters. */
export const LABEL_MAX = 30;
/** Longest address, client id and list of scopes, in characters. */
export const PROVIDER_TEXT_MAX = 255;

/** An OpenID provider that members sign in by, as administrators set it up. */
@Entity("identity_providers")
export class IdentityProvider {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("varchar", { length: LABEL_MAX })
  label!: string;

  /** Colour of its button, `#1a5fb4`; empty for a plain one. */
  @Column("varchar", { length: 7 })
  color!: string;

  /** Address of the issuer, as its tokens name it. */
  @Column("varchar", { length: PROVIDER_TEXT_MAX })
  issuer!: string;

  @Column("varchar", { length: PROVIDER_TEXT_MAX })
  clientId!: string;

  /** Sealed. */
  @Column("text")
  clientSecret!: string;

  /** Separated by blanks; `openid` is among them. */
  @Column("varchar", { length: PROVIDER_TEXT_MAX })
  scopes!: string;

  /** Lets in alone who has an address that the provider has verified. */
  @Column("boolean")
  needsVerifiedEmail!: boolean;

  /** Makes members of people without an account, where registration is open. */
  @Column("boolean")
  mayRegister!: boolean;

  @Column("boolean")
  isEnabled!: boolean;
}
