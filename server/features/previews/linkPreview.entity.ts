import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";

/** Longest address with a preview, in characters. */
export const URL_MAX = 2_000;
/** Longest host with its port, in characters. */
export const HOST_MAX = 255;
/** Longest title of a page, in characters. */
export const TITLE_MAX = 200;
/** Longest description of a page, in characters. */
export const DESCRIPTION_MAX = 400;
/** Longest name of a site, in characters. */
export const SITE_NAME_MAX = 80;

/** Longest address of a player, in characters. */
export const PLAYER_URL_MAX = 1_000;

/** Stages of a preview. */
export enum PreviewState {
  /** Its page was not read yet. */
  PENDING = "PENDING",
  READY = "READY",
  /** Its page says nothing, or cannot be read. */
  NONE = "NONE",
}

/** Facts of a page outside that texts link to: one row for all texts with the same address. */
@Entity("link_previews")
@Index(["urlHash"], { unique: true })
@Index(["nextAttemptAt", "host"])
@Index(["usedAt"])
export class LinkPreview {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  /** Without its fragment. */
  @Column("varchar", { length: URL_MAX })
  url!: string;

  /** SHA-256 of the address, in hexadecimal digits. */
  @Column("varchar", { length: 64 })
  urlHash!: string;

  /** Pages of one host are read one after the other. */
  @Column("varchar", { length: HOST_MAX })
  host!: string;

  @Column("varchar", { length: 10 })
  state!: PreviewState;

  @Column("varchar", { length: TITLE_MAX })
  title!: string;

  @Column("varchar", { length: DESCRIPTION_MAX })
  description!: string;

  @Column("varchar", { length: SITE_NAME_MAX })
  siteName!: string;

  /** Our copy of its picture, below the files folder; null without one. */
  @Column("varchar", { length: 100, nullable: true })
  imagePath!: string | null;

  @Column("int")
  imageWidth!: number;

  @Column("int")
  imageHeight!: number;

  /** Address of the frame that the provider of the page gives; null without one. */
  @Column("varchar", { length: PLAYER_URL_MAX, nullable: true })
  playerUrl!: string | null;

  /** In pixels; 0 if the provider does not say. */
  @Column("int", { default: 0 })
  playerWidth!: number;

  @Column("int", { default: 0 })
  playerHeight!: number;

  /** Calls since the last success. */
  @Column("int")
  attempts!: number;

  /** Time at which the page is to be read; null while nothing is to be done. */
  @Column("datetime", { precision: 3, nullable: true })
  nextAttemptAt!: Date | null;

  @Column("datetime", { precision: 3, nullable: true })
  fetchedAt!: Date | null;

  /** From then on a new text with the address has the page read again. */
  @Column("datetime", { precision: 3, nullable: true })
  expiresAt!: Date | null;

  /** Last time at which a text with the address was written, or one lost it. */
  @Column("datetime", { precision: 3 })
  usedAt!: Date;

  /** Time at which staff removed it for good; its page is not read again. */
  @Column("datetime", { precision: 3, nullable: true })
  forgottenAt!: Date | null;
}

/** A text that shows the preview of an address. */
@Entity("link_preview_uses")
@Index(["previewId", "thing"], { unique: true })
@Index(["thing"])
export class LinkPreviewUse {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  previewId!: number;

  @ManyToOne(() => LinkPreview, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "previewId" })
  preview?: Relation<LinkPreview>;

  /** `t` or `p` with the id of the thread or reply. */
  @Column("varchar", { length: 20 })
  thing!: string;
}
