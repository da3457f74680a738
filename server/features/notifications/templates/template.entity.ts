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
import type { NoticeChannel } from "./channel.view.ts";
import type { NoticeKind } from "./kind.view.ts";

/** Longest title, in characters. */
export const TITLE_MAX = 100;
/** Longest name of a template at a provider, in characters. */
export const PROVIDER_ID_MAX = 100;
/** Longest delay, in seconds: 30 days (legacy-facts 2.22). */
export const DELAY_MAX_S = 30 * 24 * 60 * 60;

/** What a notice says on a channel where somebody has changed it; presets have no row. */
@Entity("notice_templates")
export class NoticeTemplateRow {
  @PrimaryColumn("varchar", { length: 40 })
  kind!: NoticeKind;

  @PrimaryColumn("varchar", { length: 10 })
  channel!: NoticeChannel;

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
export class NoticeTemplateSave {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  actorId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "actorId" })
  actor?: Relation<User>;

  /** The save that this one undoes. */
  @Column("integer", { nullable: true })
  undoOfId!: number | null;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;
}

/** What one save did to one template: `NoticeTemplate` as JSON, null for the preset. */
@Entity("notice_template_changes")
@Index(["saveId"])
@Index(["kind", "channel", "id"])
export class NoticeTemplateChange {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  saveId!: number;

  @ManyToOne(() => NoticeTemplateSave, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "saveId" })
  save?: Relation<NoticeTemplateSave>;

  @Column("varchar", { length: 40 })
  kind!: NoticeKind;

  @Column("varchar", { length: 10 })
  channel!: NoticeChannel;

  @Column("text", { nullable: true })
  before!: string | null;

  @Column("text", { nullable: true })
  after!: string | null;
}
