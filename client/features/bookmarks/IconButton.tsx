import { Button } from "../../ui/Button.tsx";

interface Props {
  /** Action, as the tip names it; the label without one. */
  title?: string;
  /** Action and its object, for screen readers. */
  label: string;
  isOff?: boolean;
  isExpanded?: boolean;
  onClick(): void;
  children: React.ReactNode;
}

/** Icon-only button of a row. */
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
