import { Column, Entity, PrimaryColumn } from "typeorm";

/** Longest key of an imported record, as long as a path of a file; longer ones are stored as their digest. */
export const RECORD_KEY_MAX = 100;

/** The one import of a forum, which is its beginning. */
export const IMPORT_ID = 1;

/** The community that moved into this forum. One row; none where nobody moved in. */
@Entity("imports")
export class Import {
  @PrimaryColumn("int")
  id!: number;

  /** Program that the community used before, as the neutral format names it. */
  @Column("varchar", { length: 20 })
  software!: string;

  /** Address of the forum before, without a slash at the end; empty where nobody knows it. */
  @Column("varchar", { length: 255 })
  address!: string;

  /** Number of the last run, from 1; a later one brings what has changed. */
  @Column("int")
  run!: number;

  @Column("datetime", { precision: 3 })
  startedAt!: Date;

  /** Null while a run has not finished. */
  @Column("datetime", { precision: 3, nullable: true })
  finishedAt!: Date | null;

  /** Report of the last finished run as JSON; empty before. */
  @Column("text")
  report!: string;
}

/** A record that was imported: a later run skips those that are still the same. */
@Entity("imported_records")
export class ImportedRecord {
  @PrimaryColumn("varchar", { length: 20 })
  kind!: string;

  @PrimaryColumn("varchar", { length: RECORD_KEY_MAX })
  recordKey!: string;

  /** Beginning of the SHA-256 sum of its line. */
  @Column("varchar", { length: 24 })
  digest!: string;

  /** The last run that read it. */
  @Column("int")
  run!: number;
}
