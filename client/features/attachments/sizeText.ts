const KIB = 1_024;
const MIB = KIB * KIB;

/** A size as people read it: "12 KB", "3.4 MB". */
export function sizeText(bytes: number): string {
  if (bytes < KIB) return `${bytes} B`;
  return bytes < MIB ? `${Math.round(bytes / KIB)} KB` : `${(bytes / MIB).toFixed(1)} MB`;
}
