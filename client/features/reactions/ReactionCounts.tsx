import classes from "./Reactions.module.css";

interface Props {
  /** `t5` for a thread, `p7` for a reply. */
  target: string;
  counts: readonly { emoji: string; count: number }[];
}

/** The reactions among the likes of a text; a press shows whose they are, by code that comes later (`ReactionLayer`). */
export function ReactionCounts({ target, counts }: Props) {
  if (counts.length === 0) return null;
  return (
    <button type="button" className={classes.counts} data-reactors={target} aria-haspopup="dialog">
      {counts.map(({ emoji, count }) => (
        <span key={emoji}>
          {emoji} {count}
        </span>
      ))}
    </button>
  );
}
