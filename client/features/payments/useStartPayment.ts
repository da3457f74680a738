import { useNavigate } from "react-router-dom";
import { graphql } from "../../gql/gql.ts";
import type { StartPaymentInput } from "../../gql/graphql.ts";
import { useStartPaymentMutation } from "../../gql/hooks.ts";
import { isInWechat } from "../../platform/isInWechat.ts";
import { askInWechat } from "../../platform/wechatBridge.ts";
import { useAct } from "../../ui/act.ts";

graphql(`
  mutation StartPayment($input: StartPaymentInput!) {
    startPayment(input: $input) {
      id
      redirectUrl
      wechatRequest {
        appId
        timeStamp
        nonceStr
        package
        signType
        paySign
      }
    }
  }
`);

/** Address of the page that shows a payment, after a reload as well. */
export function paymentAddress(id: string): string {
  return `/wallet/recharge?payment=${id}`;
}

/** Gives the function that begins a payment and goes to where it is paid: the provider's page, WeChat itself, or our page with a code. */
export function useStartPayment(): { start(input: StartPaymentInput): Promise<void>; isBusy: boolean } {
  const [begin] = useStartPaymentMutation();
  const navigate = useNavigate();
  const { act, isBusy } = useAct();
  async function start(input: StartPaymentInput): Promise<void> {
    await act(async () => {
      const { data } = await begin({ variables: { input: { ...input, inWechat: isInWechat() } } });
      const { id, redirectUrl, wechatRequest } = data!.startPayment;
      if (redirectUrl) return window.location.assign(redirectUrl);
      await navigate(paymentAddress(id));
      // The page of the payment stands behind it, with a button that asks once more.
      if (wechatRequest) await askInWechat(wechatRequest);
    });
  }
  return { start, isBusy };
}
