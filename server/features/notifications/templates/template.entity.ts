import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
} from "typeorm";
import { User } from "../../users/user.entity.ts";
import type { NotificationChannel } from "./channel.view.ts";
import type { NotificationKind } from "./kind.view.ts";
import { UndoableSave } from "../../../core/undoable.entity.ts";

/** Longest title, in characters. */
export const TITLE_MAX = 100;
/** Longest name of a template at a provider, in characters. */
export const PROVIDER_ID_MAX = 100;
/** Longest delay, in seconds: 30 days (legacy-facts 2.22). */
export const DELAY_MAX_S = 30 * 24 * 60 * 60;

/** Changed template of a kind on a channel; presets have no row. */
@Entity("notice_templates")
export class NotificationTemplateRow {
  @PrimaryColumn("varchar", { length: 40 })
  kind!: NotificationKind;

  @PrimaryColumn("varchar", { length: 10 })
  channel!: NotificationChannel;

  @Column("boolean")
  enabled!: boolean;

  @Column("varchar", { length: TITLE_MAX })
  titleZh!: string;

  @Column("varchar", { length: TITLE_MAX })
  titleEn!: string;

  @Column("text")
  bodyZh!: string;

  @Column("text")
  bodyEn!: string;

  @Column("varchar", { length: PROVIDER_ID_MAX })
  providerTemplateId!: string;

  @Column("int")
  delaySeconds!: number;

  @Column("datetime", { precision: 3 })
  changedAt!: Date;

  @Column("integer")
  changedById!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "changedById" })
  changedBy?: Relation<User>;
}

/** Templates that somebody saved together, so that they can be undone together. */
@Entity("notice_template_saves")
export class NotificationTemplateSave extends UndoableSave {
  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "actorId" })
  actor?: Relation<User>;
}

/** Change of one template by one save: `NotificationTemplate` as JSON, null for the preset. */
@Entity("notice_template_changes")
@Index(["saveId"])
@Index(["kind", "channel", "id"])
export class NotificationTemplateChange {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  saveId!: number;

  @ManyToOne(() => NotificationTemplateSave, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "saveId" })
  save?: Relation<NotificationTemplateSave>;

  @Column("varchar", { length: 40 })
  kind!: NotificationKind;

  @Column("varchar", { length: 10 })
  channel!: NotificationChannel;

  @Column("text", { nullable: true })
  before!: string | null;

  @Column("text", { nullable: true })
  after!: string | null;
}
