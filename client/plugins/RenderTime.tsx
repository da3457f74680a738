import { Component, type ReactNode } from "react";

interface MarkProps {
  onRender: () => void;
}

/** Element without a trace in the page that says when React comes by. */
class Mark extends Component<MarkProps> {
  override render(): ReactNode {
    this.props.onRender();
    return null;
  }
}

interface Props {
  onTime: (ms: number) => void;
  children: ReactNode;
}

/** Measures how long React renders what stands in it: from the mark before it to the mark behind it. */
export class RenderTime extends Component<Props> {
  private began = 0;
  private readonly begin = (): void => void (this.began = performance.now());
  private readonly end = (): void => this.props.onTime(performance.now() - this.began);

  override render(): ReactNode {
    return (
      <>
        <Mark onRender={this.begin} />
        {this.props.children}
        <Mark onRender={this.end} />
      </>
    );
  }
}
