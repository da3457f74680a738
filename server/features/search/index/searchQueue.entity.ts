import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from "typeorm";
import type { SearchedKind } from "../../../core/searchIndex.ts";

/** A document whose words in the search index may differ from what it says by now. */
@Entity("search_queue")
export class SearchQueueRow {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  /** Kind of the document, such as `post`. */
  @Column("varchar", { length: 10 })
  kind!: string;

  @Column("integer")
  documentId!: number;
}

/** The one row that indexers of several processes lock in turn. */
@Entity("search_state")
export class SearchState {
  @PrimaryColumn("int")
  id!: number;

  /** Random: an index file with another one belongs to another forum. */
  @Column("varchar", { length: 36 })
  identity!: string;

  /** Version of the words in the index of MySQL and MariaDB; an older one is written again in the background. */
  @Column("int", { default: 1 })
  format!: number;

  /** The kind that is being written again; null at the beginning and when all is done. */
  @Column("varchar", { length: 10, nullable: true })
  rebuildKind!: SearchedKind | null;

  /** Documents from this id on are written. */
  @Column("integer", { nullable: true })
  rebuildBelow!: number | null;
}
