import { Column, Entity, PrimaryColumn } from "typeorm";

/** A mark of the program itself in its database: which version migrated it, when it last started and wrote. */
@Entity("program_marks")
export class ProgramMark {
  @PrimaryColumn("varchar", { length: 50 })
  name!: string;

  @Column("varchar", { length: 100 })
  value!: string;

  /** UTC, by the clock of the machine that wrote it. */
  @Column("datetime", { precision: 3 })
  at!: Date;
}
