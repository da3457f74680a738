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
registerEnumType(SwitchedFeature, {
  name: "SwitchedFeature",
  description: "Features that can be switched off for one kind of device.",
  valuesConfig: {
    SITE: { description: "The whole site." },
    ANONYMITY: { description: "Writing without the name." },
    REPLIES: { description: "Replying." },
    MESSAGES: { description: "Private messages." },
    TIPS: { description: "Tips for the authors of threads." },
    RED_PACKETS: { description: "Red packets with new threads; those that were given go on." },
    BOUNTIES: { description: "Bounties with new threads; those that were offered go on." },
  },
});
registerEnumType(SitePlatform, {
  name: "SitePlatform",
  description: "Kinds of devices.",
  valuesConfig: { PC: { description: "Computers." }, H5: { description: "Phones." } },
});

/** A feature that is switched off for one kind of device. */
@ObjectType("SwitchedOff", {
  simpleResolvers: true,
  description: "What is not offered on one kind of device.",
})
export class SwitchedOff {
  @Field(() => SwitchedFeature, { description: "What is not offered." })
  feature!: SwitchedFeature;
  @Field(() => SitePlatform, { description: "On which kind of device." })
  platform!: SitePlatform;
}
