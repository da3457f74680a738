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
import { UndoableSave } from "../../core/undoable.entity.ts";

/** Tag of settings that name none. */
export const DEFAULT_TAG = "default";

/** Kind of a setting's value; all are stored as text. */
export enum SettingKind {
  TEXT = "TEXT",
  LONG_TEXT = "LONG_TEXT",
  FLAG = "FLAG",
  INTEGER = "INTEGER",
  NUMBER = "NUMBER",
  CHOICE = "CHOICE",
  LIST = "LIST",
  JSON = "JSON",
  IMAGE = "IMAGE",
  SECRET = "SECRET",
  HOSTS = "HOSTS",
}

/** One value of the site's configuration; the tag groups keys as the predecessor does. */
@Entity("settings")
export class Setting {
  @PrimaryColumn("varchar", { length: 50 })
  tag!: string;

  @PrimaryColumn("varchar", { length: 100 })
  key!: string;

  /** Secrets are sealed. */
  @Column("text")
  value!: string;
}

/** Settings that somebody saved together, so that they can be undone together. */
@Entity("setting_saves")
export class SettingSave extends UndoableSave {}

/** Change of one setting by one save; null stands for the default. */
@Entity("setting_changes")
@Index(["saveId"])
@Index(["tag", "key", "id"])
export class SettingChange {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  saveId!: number;

  @ManyToOne(() => SettingSave, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "saveId" })
  save?: Relation<SettingSave>;

  @Column("varchar", { length: 50 })
  tag!: string;

  @Column("varchar", { length: 100 })
  key!: string;

  @Column("text", { nullable: true })
  before!: string | null;

  @Column("text", { nullable: true })
  after!: string | null;
}
