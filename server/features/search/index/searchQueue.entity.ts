import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from "typeorm";

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
}
