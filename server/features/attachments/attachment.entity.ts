import { Field, ID, Int, ObjectType } from "type-graphql";
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { User } from "../users/user.entity.ts";

/** Path below which uploaded files are served. */
export const FILES_PATH = "/files/";

/** Purpose of an upload. */
export enum UploadKind {
  IMAGE = "image",
  FILE = "file",
  AVATAR = "avatar",
  BACKGROUND = "background",
  /** Picture of an answer to the sign-in fields: for its uploader and administrators. */
  ANSWER_IMAGE = "answerImage",
  /** Other file of such an answer. */
  ANSWER_FILE = "answerFile",
  /** Picture of the goods of a thread: beside its attachments. */
  GOODS = "goods",
}

/** Kinds that are decoded and encoded again. */
export type PictureUpload = Exclude<UploadKind, UploadKind.FILE | UploadKind.ANSWER_FILE>;

/** True for kinds that are decoded and encoded again as pictures; the bytes of others stay as they are. */
export function isPictureKind(kind: UploadKind): kind is PictureUpload {
  return kind !== UploadKind.FILE && kind !== UploadKind.ANSWER_FILE;
}

/** An uploaded file; belongs to its uploader until a thread or reply uses it. */
@ObjectType("Attachment", { simpleResolvers: true, description: "An uploaded file." })
@Entity("attachments")
@Index(["path"], { unique: true })
@Index(["threadId", "sort"])
@Index(["postId", "sort"])
@Index(["userId", "createdAt"])
@Index(["createdAt", "id"])
export class Attachment {
  @Field(() => ID, { description: "Stable id; `attachmentIds` of texts name it." })
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  userId!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "userId" })
  user?: Relation<User>;

  @Column("varchar", { length: 12 })
  kind!: UploadKind;

  /** Random name below the files folder; also the address below /files. */
  @Column("varchar", { length: 100 })
  path!: string;

  /** Smaller rendition of a picture, or poster of a video; shares the stem of `path`. */
  @Column("varchar", { length: 100, nullable: true })
  thumbPath!: string | null;

  @Field(() => String, { description: "Name that it was uploaded with." })
  @Column("varchar", { length: 255 })
  fileName!: string;

  @Field(() => Int, { description: "In bytes." })
  @Column("int")
  fileSize!: number;

  @Field(() => String, {
    description: "Media type; video/… and audio/… are played by browsers that know the format.",
  })
  @Column("varchar", { length: 100 })
  mimeType!: string;

  @Field(() => Int, {
    nullable: true,
    description: "Of a picture or video, in pixels; null for other files.",
  })
  @Column("int", { nullable: true })
  width!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "Of a picture or video, in pixels; null for other files.",
  })
  @Column("int", { nullable: true })
  height!: number | null;

  @Column("integer", { nullable: true })
  threadId!: number | null;

  @Column("integer", { nullable: true })
  postId!: number | null;

  @Column("int")
  sort!: number;

  /** Belongs to the part of a thread that has to be bought. */
  @Column("boolean", { default: false })
  isPaid!: boolean;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;
}
