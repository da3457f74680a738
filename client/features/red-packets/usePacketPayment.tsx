import { lazy, type ReactNode, Suspense, useState } from "react";

const PacketPayDialog = lazy(() =>
  import("./PacketPayDialog.tsx").then((m) => ({ default: m.PacketPayDialog })),
);

/**
 * Gives `askPin`, which shows what the money that comes with a thread adds up to and resolves to the pay password, or to null if it was called off;
 * and the dialog that asks.
 */
export function usePacketPayment(): {
  askPin(amountCents: number): Promise<string | null>;
  dialog: ReactNode;
} {
  const [open, setOpen] = useState<{ amountCents: number; answer(pin: string | null): void } | null>(null);
  const settle = (pin: string | null) => {
    open?.answer(pin);
    setOpen(null);
  };
  return {
    askPin: (amountCents) => new Promise((answer) => setOpen({ amountCents, answer })),
    dialog: open && (
      <Suspense fallback={null}>
        <PacketPayDialog
          amountCents={open.amountCents}
          onPin={(pin) => settle(pin)}
          onClose={() => settle(null)}
        />
      </Suspense>
    ),
  };
}
