import { Button } from "../../ui/Button.tsx";

interface Props {
  /** What it does, for the tip. */
  title?: string;
  /** What it does, and to what. */
  label: string;
  isOff?: boolean;
  isExpanded?: boolean;
  onClick(): void;
  children: React.ReactNode;
}

/** Button of a row that shows an icon alone. */
export function IconButton({ title, label, isOff, isExpanded, onClick, children }: Props) {
  return (
    <Button
      size="sm"
      variant="subtle"
      aria-label={label}
      title={title ?? label}
      aria-expanded={isExpanded}
      disabled={isOff}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
