import { Field, ID, ObjectType } from "type-graphql";
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { Cents } from "../../core/money.ts";
import { Attachment } from "../attachments/attachment.entity.ts";
import { Thread } from "../threads/thread.entity.ts";

/** Longest title of goods, in characters. */
export const GOODS_TITLE_MAX = 100;
/** Longest address of goods, in characters. */
export const GOODS_URL_MAX = 1000;
/** Longest name of a shop, in characters. */
export const SHOP_NAME_MAX = 50;

/** Goods in a shop elsewhere that a thread recommends: one for each thread. */
@ObjectType("Goods", {
  simpleResolvers: true,
  description: "Goods in a shop elsewhere that a thread recommends; nothing is sold here.",
})
@Entity("goods")
@Index(["threadId"], { unique: true })
export class Goods {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  threadId!: number;

  @ManyToOne(() => Thread, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "threadId" })
  threadRow?: Relation<Thread>;

  @Field(() => String, { description: "Plain text." })
  @Column("varchar", { length: GOODS_TITLE_MAX * 2 })
  title!: string;

  @Field(() => String, { description: "Address in the shop: http or https." })
  @Column("varchar", { length: GOODS_URL_MAX })
  url!: string;

  @Field(() => Cents, {
    nullable: true,
    description: "Price in the shop as the author names it, in cents of the currency of the site.",
  })
  @Column("integer", { nullable: true })
  priceCents!: number | null;

  @Field(() => String, { description: "Name of the shop; empty if the author names none." })
  @Column("varchar", { length: SHOP_NAME_MAX * 2 })
  shopName!: string;

  @Column("integer", { nullable: true })
  imageId!: number | null;

  @ManyToOne(() => Attachment, { nullable: true, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "imageId" })
  imageRow?: Relation<Attachment>;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;
}
