import type { Feature } from "../../../core/feature.ts";
import { PhoneResolver } from "./phone.resolver.ts";
import { phonesRest } from "./phones.rest.ts";

/** Signing in by phone, and the phone number of an account. */
export const phones: Feature = { name: "auth/phones", resolvers: [PhoneResolver], rest: phonesRest };
