/** What WeChat is asked for, signed by the merchant; names are WeChat's. */
export interface WechatRequest {
  readonly appId: string;
  readonly timeStamp: string;
  readonly nonceStr: string;
  readonly package: string;
  readonly signType: string;
  readonly paySign: string;
}

interface Bridge {
  invoke(method: string, request: object, done: (answer: { err_msg?: string }) => void): void;
}

/** WeChat's browser gives its pages the bridge shortly after they have loaded; in milliseconds. */
const READY_WITHIN_MS = 3_000;

function bridgeOf(): Bridge | undefined {
  return (window as { WeixinJSBridge?: Bridge }).WeixinJSBridge;
}

/** Waits for the bridge of WeChat's browser. @returns undefined if there is none */
function ready(): Promise<Bridge | undefined> {
  const bridge = bridgeOf();
  if (bridge) return Promise.resolve(bridge);
  return new Promise((resolve) => {
    const give = () => {
      clearTimeout(timer);
      document.removeEventListener("WeixinJSBridgeReady", give);
      resolve(bridgeOf());
    };
    const timer = setTimeout(give, READY_WITHIN_MS);
    document.addEventListener("WeixinJSBridgeReady", give);
  });
}

/**
 * Lets WeChat ask the payer, over the page.
 * @returns false where WeChat could not; true once the payer has answered. Whether they paid, the server alone says.
 */
export async function askInWechat(request: WechatRequest): Promise<boolean> {
  const bridge = await ready();
  if (!bridge) return false;
  return new Promise((resolve) => {
    bridge.invoke("getBrandWCPayRequest", { ...request }, ({ err_msg: message = "" }) =>
      resolve(!message.endsWith(":fail")),
    );
  });
}
