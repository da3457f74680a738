import { Column, Entity, PrimaryColumn } from "typeorm";

/** Longest name of a machine that is stored. */
export const HOST_MAX = 100;

/** A running process of this database, which renews its lease. Times are those of the database. */
@Entity("processes")
export class ServerProcessRow {
  @PrimaryColumn("varchar", { length: 36 })
  id!: string;

  @Column("varchar", { length: HOST_MAX })
  host!: string;

  @Column("int")
  pid!: number;

  @Column("datetime", { precision: 3 })
  startedAt!: Date;

  @Column("datetime", { precision: 3 })
  seenAt!: Date;
}

/** The one row with the version of cached pages, which any process raises to invalidate those of the others. */
@Entity("page_versions")
export class PageVersion {
  @PrimaryColumn("int")
  id!: number;

  @Column("int")
  version!: number;
}
