import { Column, Entity, Index, PrimaryColumn } from "typeorm";
import { STOP_WORD_MAX, type StopWordAction } from "./stopWord.entity.ts";

/** Which list of stop words it is: one row, whose number grows with every change. Who changes the list locks it. */
@Entity("stop_word_list")
export class StopWordList {
  @PrimaryColumn("integer")
  id!: number;

  @Column("integer")
  version!: number;
}

/** How often a stop word was found on a day in what members wanted to write, by what the text met with. */
@Entity("stop_word_tallies")
@Index(["day", "word"])
export class StopWordTally {
  @PrimaryColumn("varchar", { length: STOP_WORD_MAX })
  word!: string;

  /** `YYYY-MM-DD` in UTC. */
  @PrimaryColumn("varchar", { length: 10 })
  day!: string;

  @PrimaryColumn("varchar", { length: 10 })
  action!: StopWordAction;

  @Column("integer")
  hits!: number;

  @Column("datetime", { precision: 3 })
  lastAt!: Date;
}
