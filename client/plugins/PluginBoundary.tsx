import { Component, type ReactNode } from "react";

interface Props {
  onError: (error: unknown) => void;
  children: ReactNode;
}

/** Keeps a plugin that fails from taking more of the page than its place. */
export class PluginBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
