import { Arg, Ctx, ID, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { parseId } from "../../../core/ids.ts";
import { pushPublicKey } from "./keys.service.ts";
import { PushSubscriptionInput, RenewPushInput } from "./push.input.ts";
import { PushDevice } from "./push.view.ts";
import {
  listPushDevices,
  removePushDevice,
  renewPush,
  subscribePush,
  unsubscribePush,
} from "./subscription.service.ts";

/** GraphQL's view of notifications that are pushed to browsers. */
@Resolver()
export class PushResolver {
  @Query(() => String, { description: "What browsers need to subscribe, base64url." })
  pushPublicKey(@Ctx() ctx: Context) {
    return pushPublicKey(ctx);
  }

  @Query(() => [PushDevice], { description: "The browsers to which the viewer's notifications are pushed." })
  pushDevices(@Ctx() ctx: Context) {
    return listPushDevices(ctx);
  }

  @Mutation(() => Boolean, { description: "Has this browser get push messages; true when done." })
  subscribePush(
    @Ctx() ctx: Context,
    @Arg("input", () => PushSubscriptionInput, { description: "All that is written, in one object." })
    input: PushSubscriptionInput,
  ) {
    return subscribePush(ctx, input);
  }

  @Mutation(() => Boolean, { description: "For the worker of a browser that changed its subscription." })
  renewPush(
    @Ctx() ctx: Context,
    @Arg("input", () => RenewPushInput, { description: "All that is written, in one object." })
    input: RenewPushInput,
  ) {
    return renewPush(ctx, input);
  }

  @Mutation(() => Boolean, { description: "Whether the place was known." })
  unsubscribePush(
    @Ctx() ctx: Context,
    @Arg("endpoint", () => String, { description: "Address that the browser's subscription names." })
    endpoint: string,
  ) {
    return unsubscribePush(ctx, endpoint);
  }

  @Mutation(() => Boolean, { description: "Ends push messages to a browser; true if it had any." })
  removePushDevice(
    @Ctx() ctx: Context,
    @Arg("id", () => ID, { description: "Id of the browser, from `pushDevices`." }) id: string,
  ) {
    return removePushDevice(ctx, parseId(id));
  }
}
