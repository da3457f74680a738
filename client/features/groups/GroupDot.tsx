import panels from "../../ui/panels.module.css";

/** The colour of a group as a dot; by script, because the policy of the page refuses style attributes. */
export function GroupDot({ color }: { color: string }) {
  return (
    <span
      aria-hidden="true"
      className={panels.dot}
      ref={(dot) => {
        if (dot) dot.style.background = color;
      }}
    />
  );
}
