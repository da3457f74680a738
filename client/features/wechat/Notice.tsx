import type { ReactNode } from "react";
import { PageHead } from "../../layout/PageHead.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";

interface Props {
  title: string;
  text: string;
  action?: ReactNode;
}

/** A whole page that says one thing. */
export function Notice({ title, text, action }: Props) {
  return (
    <div className="card">
      <PageHead title={title} noIndex />
      <EmptyState isWholePage title={title} text={text} action={action} />
    </div>
  );
}
