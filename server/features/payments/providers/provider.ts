/** A payment that is to begin at a provider. */
export interface PaymentRequest {
  /** Our number of it; the same again begins nothing new. */
  readonly number: string;
  readonly amountCents: number;
  readonly currency: string;
  /** Words for the payer, such as the name of the site. */
  readonly subject: string;
  /** Page that the payer comes back to. */
  readonly returnUrl: string;
  /** Address that the provider calls. */
  readonly notifyUrl: string;
  readonly expiresAt: Date;
  /** The payer holds a phone, for which some providers have another page. */
  readonly isPhone: boolean;
  /** The payer is within WeChat, which knows them by this id; null for everybody else. */
  readonly wechatOpenId: string | null;
  /** Address of the payer, which some providers ask for. */
  readonly payerAddress: string;
}

/** Way to pay that a provider has opened. */
export interface OpenedPayment {
  /** Page of the provider; null if there is none. */
  readonly redirectUrl: string | null;
  /** Text of a code that the payer scans; null if there is none. */
  readonly qrText: string | null;
  /** What a page within WeChat asks WeChat for, as JSON; left out by all other ways. */
  readonly wechatRequest?: string;
  /** The provider's own name of the payment. */
  readonly reference: string;
}

/** States of a payment as a provider tells them. */
export type ReportedState = "PENDING" | "PAID" | "CLOSED" | "REFUNDED";

/** News of a payment, told by the provider and proven to be from it. */
export interface PaymentReport {
  readonly number: string;
  readonly state: ReportedState;
  /** Amount and currency as the provider has them; 0 and empty while nothing is paid. */
  readonly amountCents: number;
  readonly currency: string;
  /** The transaction at the provider; empty while nothing is paid. */
  readonly transactionId: string;
}

/** A payment that a provider knows. */
export interface ProviderPayment {
  readonly number: string;
  readonly reference: string;
  readonly transactionId: string | null;
  readonly amountCents: number;
  readonly currency: string;
}

/** A refund of all of a payment. */
export interface RefundRequest extends ProviderPayment {
  /** Our number of it; the same again gives nothing back twice. */
  readonly refundNumber: string;
  readonly reason: string;
}

/** A call of a provider, as it arrived. */
export interface Notification {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The bytes that the signature covers, as text. */
  readonly body: string;
  readonly now: Date;
}

/** Answer that a provider wants to hear. */
export interface Acknowledgement {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Brings money from outside, and gives it back. All calls can be repeated without harm. */
export interface PaymentProvider {
  /** Opens a payment. @throws {PaymentError} */
  start(request: PaymentRequest): Promise<OpenedPayment>;
  /**
   * Reads a call of the provider.
   * @returns null for news that are not about a payment of ours
   * @throws {PaymentError} "forged" unless it is signed, complete and recent
   */
  read(notification: Notification): Promise<PaymentReport | null>;
  /** Said when a call was taken, and when it must come again. */
  readonly accepted: Acknowledgement;
  readonly refused: Acknowledgement;
  /** Asks for the state of a payment. @returns null if the provider does not know it @throws {PaymentError} */
  query(payment: ProviderPayment): Promise<PaymentReport | null>;
  /** Gives all of a payment back. @throws {PaymentError} "refused" if that is final, "away" if it may be tried again */
  refund(request: RefundRequest): Promise<void>;
  /** Makes sure that a payment that was not paid cannot be paid any more. @throws {PaymentError} */
  close(payment: ProviderPayment): Promise<void>;
}

/** Consequence of a failure: nothing is certain, a final refusal, or a call that is not the provider's. */
export type PaymentFailure = "away" | "refused" | "forged";

/** Failure at a provider. Its text is a short code: no secret, no name. */
export class PaymentError extends Error {
  constructor(
    readonly failure: PaymentFailure,
    code: string,
  ) {
    super(code.slice(0, 100));
    this.name = "PaymentError";
  }
}
