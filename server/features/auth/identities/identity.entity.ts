import { Column, Entity, Index, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { User } from "../../users/user.entity.ts";
import { IdentityProvider, PROVIDER_TEXT_MAX } from "./identityProvider.entity.ts";

/** An account at a provider that signs a member in. */
@Entity("identities")
@Index(["providerId", "subject"], { unique: true })
@Index(["userId", "providerId"], { unique: true })
export class Identity {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  user?: Relation<User>;

  @Column("integer")
  providerId!: number;

  @ManyToOne(() => IdentityProvider, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  provider?: Relation<IdentityProvider>;

  /** The name that the provider has for the account, which never changes. */
  @Column("varchar", { length: PROVIDER_TEXT_MAX })
  subject!: string;

  /** Address at the provider when it was connected, for the member to know it by; may be empty. */
  @Column("varchar", { length: PROVIDER_TEXT_MAX })
  email!: string;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;
}
