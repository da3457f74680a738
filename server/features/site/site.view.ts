import { Field, Int, ObjectType } from "type-graphql";
import { RegisterEmail } from "../auth/accounts/registerEmail.ts";
import { SignInMode } from "../auth/accounts/signInModes.ts";
import { PasswordKind } from "../auth/passwords/password.view.ts";
import { AgreementKind } from "./agreement.view.ts";
import { SwitchedOff } from "./switches.view.ts";

/** Limits of uploads, for the editor. */
@ObjectType("UploadLimits", { simpleResolvers: true, description: "Limits of uploads, for the editor." })
export class UploadLimits {
  @Field(() => [String], { description: "Endings of names of pictures, without the point." })
  imageExtensions!: string[];

  @Field(() => [String], { description: "Endings of names of files, without the point." })
  fileExtensions!: string[];

  @Field(() => Int, { description: "Largest upload." })
  maxBytes!: number;

  @Field(() => [String], { description: "Endings of names of videos and audio files, without the point." })
  mediaExtensions!: string[];

  @Field(() => Int, { description: "Largest video or audio file." })
  maxMediaBytes!: number;

  @Field(() => Int, { description: "Most uploads of one thread." })
  maxPerThread!: number;
}

/** The site as the frame of every page shows it. */
@ObjectType("Site", { simpleResolvers: true, description: "The site as the frame of every page shows it." })
export class Site {
  @Field(() => String, { description: "Name of the site." })
  name!: string;

  @Field(() => String, { description: "Title of the home page, for search engines; may be empty." })
  title!: string;

  @Field(() => String, { description: "For search engines, apart by commas; may be empty." })
  keywords!: string;

  @Field(() => String, { description: "A few sentences about the site; may be empty." })
  introduction!: string;

  @Field(() => String, { nullable: true, description: "Address of the icon; null if none was uploaded." })
  favicon!: string | null;

  @Field(() => String, { nullable: true, description: "Address of the logo; null if none was uploaded." })
  logo!: string | null;

  @Field(() => String, { nullable: true, description: "Stands at the head of the home page." })
  headerLogo!: string | null;

  @Field(() => String, { nullable: true, description: "The picture behind the head of the home page." })
  backgroundImage!: string | null;

  @Field(() => String, { description: "Statistics script, injected at load; empty when none is configured." })
  stat!: string;

  @Field(() => String, { description: "Number of the ICP record; may be empty." })
  record!: string;

  @Field(() => String, { description: "Number of the record with the police; may be empty." })
  recordCode!: string;

  @Field(() => String, { description: "Version of the program." })
  version!: string;

  @Field(() => Boolean, { description: "Registration is open (spec: isRegister)." })
  isRegister!: boolean;

  @Field(() => Boolean, { description: "Only administrators may enter." })
  closed!: boolean;

  @Field(() => String, { description: "What the closed site says; empty if nothing." })
  closeMessage!: string;

  @Field(() => String, { description: "public, or pay where joining costs something." })
  mode!: string;

  @Field(() => Boolean, { description: "Registrations wait for review." })
  registerNeedsReview!: boolean;

  @Field(() => Boolean, { description: "Nobody registers without a code of an invitation." })
  registerNeedsInvitation!: boolean;

  @Field(() => Boolean, { description: "Registration asks for the sign-in fields." })
  asksSignInFields!: boolean;

  @Field(() => [AgreementKind], { description: "What new members agree to." })
  agreements!: AgreementKind[];

  @Field(() => Int, { description: "Shortest password, in characters." })
  passwordLength!: number;

  @Field(() => [PasswordKind], { description: "Kinds of characters that passwords must contain." })
  passwordKinds!: PasswordKind[];

  @Field(() => String, {
    description: "What joining costs where that costs something, in yuan; empty elsewhere.",
  })
  price!: string;

  @Field(() => [SwitchedOff], { description: "What is not offered on which kind of device." })
  switchedOff!: SwitchedOff[];

  @Field(() => Boolean, { description: "The site sends mail, so that links and codes can be mailed." })
  sendsMail!: boolean;

  @Field(() => [SignInMode], { description: "Ways of signing in; the sign-in page begins with the first." })
  signInModes!: SignInMode[];

  @Field(() => RegisterEmail, { description: "Whether registering asks for an e-mail address." })
  registerEmail!: RegisterEmail;

  @Field(() => [String], { description: "Emojis with which members react beside the like, at most 8." })
  reactions!: string[];

  @Field(() => UploadLimits, { description: "What may be uploaded." })
  upload!: UploadLimits;
}
