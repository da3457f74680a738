import { Column, Entity, Index, PrimaryColumn } from "typeorm";
import { STOP_WORD_MAX, type StopWordAction } from "./stopWord.entity.ts";

/** The version of the list: one row, whose number grows with every change. Commands that change the list lock it. */
@Entity("stop_word_list")
export class StopWordList {
  @PrimaryColumn("integer")
  id!: number;

  @Column("integer")
  version!: number;
}

/** Matches of a stop word on a day in texts that members submitted, by the action taken. */
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
