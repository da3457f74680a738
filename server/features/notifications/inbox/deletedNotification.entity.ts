import { Column, Entity, Index } from "typeorm";
import { NotificationCopy } from "./notificationCopy.entity.ts";

/** A notification that its recipient has deleted, whole, for the minutes in which that can be undone. */
@Entity("deleted_notices")
@Index(["deletedAt"])
export class DeletedNotification extends NotificationCopy {
  @Column("datetime", { precision: 3 })
  deletedAt!: Date;
}
