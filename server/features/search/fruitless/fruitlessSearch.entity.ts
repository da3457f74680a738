import { Column, Entity, PrimaryColumn } from "typeorm";

/** Longest text that is counted, in characters; folding may make one longer than it was typed. */
export const WORDS_MAX = 200;

/** A text that several people searched for on a day without finding anything; nobody knows who they were. */
@Entity("fruitless_searches")
export class FruitlessSearch {
  /** `YYYY-MM-DD` in UTC. */
  @PrimaryColumn("varchar", { length: 10 })
  day!: string;

  /** Folded: without case, accents and traditional forms. */
  @PrimaryColumn("varchar", { length: WORDS_MAX })
  words!: string;

  @Column("int")
  askerCount!: number;
}
