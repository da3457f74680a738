import { Column, Entity, PrimaryColumn } from "typeorm";

/** Longest path that an old address leads to. */
export const TARGET_MAX = 500;
/** Longest address that is recorded. */
export const ADDRESS_MAX = 500;
/** Longest folder that a former forum was in. */
export const BASE_PATH_MAX = 100;

/** Software of a forum that a community came from. */
export enum FormerSource {
  DISCUZ_Q = "discuz-q",
  DISCUZ_X = "discuz-x",
  FLARUM = "flarum",
  PHPBB = "phpbb",
  NODEBB = "nodebb",
  DISCOURSE = "discourse",
}

/** An address of the forum that a community came from, and the page that has taken it over. */
@Entity("old_addresses")
export class OldAddress {
  /** Digest of the normalised address (`keyOfAddress`). */
  @PrimaryColumn("varchar", { length: 64 })
  addressKey!: string;

  /** The address as it was recorded, so that it can move on with the community. */
  @Column("varchar", { length: ADDRESS_MAX })
  address!: string;

  /** Path on this site, with its query. */
  @Column("varchar", { length: TARGET_MAX })
  target!: string;
}

/** A forum whose ids were kept when its community moved in: its addresses are computed. */
@Entity("former_forums")
export class FormerForum {
  @PrimaryColumn("varchar", { length: 20 })
  source!: FormerSource;

  /** Posts on a page of a thread there, the first post counted. */
  @Column("int")
  postsPerPage!: number;

  /** Folder that it was in, such as `/bbs`; empty for none. */
  @Column("varchar", { length: BASE_PATH_MAX })
  basePath!: string;
}
