import { qrPath } from "../../platform/qrPath.ts";
import classes from "./settings.module.css";

interface Props {
  text: string;
  label: string;
}

/** A text as a QR code, dark on light in both themes: scanners need it so. */
export function QrCode({ text, label }: Props) {
  const { path, size } = qrPath(text);
  return (
    <svg className={classes.qrCode} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
