import { qrPath } from "../../platform/qrPath.ts";
import classes from "./Payments.module.css";

/** The code that a payer scans, dark on light in both themes: scanners need it so. */
export function PaymentCode({ text, label }: { text: string; label: string }) {
  const { path, size } = qrPath(text);
  return (
    <svg className={classes.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
