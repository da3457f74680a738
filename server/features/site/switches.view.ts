import { Field, ObjectType, registerEnumType } from "type-graphql";

/** Features that can be switched off for one kind of device. */
export enum SwitchedFeature {
  /** The whole site. */
  SITE = "SITE",
  ANONYMITY = "ANONYMITY",
  REPLIES = "REPLIES",
  MESSAGES = "MESSAGES",
  /** Tips for the authors of threads. */
  TIPS = "TIPS",
  /** Red packets with new threads; those that were given go on. */
  RED_PACKETS = "RED_PACKETS",
  /** Bounties with new threads; those that were offered go on. */
  BOUNTIES = "BOUNTIES",
}
/** Devices by the layout that they get. */
export enum SitePlatform {
  PC = "PC",
  H5 = "H5",
}
registerEnumType(SwitchedFeature, { name: "SwitchedFeature" });
registerEnumType(SitePlatform, { name: "SitePlatform" });

/** A feature that is switched off for one kind of device. */
@ObjectType("SwitchedOff", {
  simpleResolvers: true,
  description: "What is not offered on one kind of device.",
})
export class SwitchedOff {
  @Field(() => SwitchedFeature)
  feature!: SwitchedFeature;
  @Field(() => SitePlatform)
  platform!: SitePlatform;
}
