import { useNavigate } from "react-router-dom";
import { graphql } from "../../gql/gql.ts";
import type { StartPaymentInput } from "../../gql/graphql.ts";
import { useStartPaymentMutation } from "../../gql/hooks.ts";
import { useAct } from "../../ui/act.ts";

graphql(`
  mutation StartPayment($input: StartPaymentInput!) {
    startPayment(input: $input) {
      id
      redirectUrl
    }
  }
`);

/** Address of the page that shows a payment, after a reload as well. */
export function paymentAddress(id: string): string {
  return `/wallet/recharge?payment=${id}`;
}

/** Gives the function that begins a payment and goes to where it is paid: the provider's page, or ours with its code. */
export function useStartPayment(): { start(input: StartPaymentInput): Promise<void>; isBusy: boolean } {
  const [begin] = useStartPaymentMutation();
  const navigate = useNavigate();
  const { act, isBusy } = useAct();
  async function start(input: StartPaymentInput): Promise<void> {
    await act(async () => {
      const { data } = await begin({ variables: { input } });
      const { id, redirectUrl } = data!.startPayment;
      if (redirectUrl) window.location.assign(redirectUrl);
      else await navigate(paymentAddress(id));
    });
  }
  return { start, isBusy };
}
