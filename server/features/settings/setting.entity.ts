import { Column, Entity, PrimaryColumn } from "typeorm";

/** One value of the site's configuration; the tag groups keys as the predecessor does. */
@Entity("settings")
export class Setting {
  @PrimaryColumn("varchar", { length: 50 })
  tag!: string;

  @PrimaryColumn("varchar", { length: 100 })
  key!: string;

  @Column("text")
  value!: string;
}
