import type { CSSProperties } from "react";
import { graphql } from "../../gql/gql.ts";
import type { CategoryMark_CategoryFragment } from "../../gql/graphql.ts";
import classes from "./CategoryMark.module.css";

/** Fields of a category that its mark shows. */
export const CategoryMark_category = graphql(`
  fragment CategoryMark_category on Category {
    id
    icon
    displayColor
  }
`);

interface Props {
  category: Pick<CategoryMark_CategoryFragment, "icon" | "displayColor">;
  size?: "small" | "large";
}

/** The icon of a category on its colour; a dot where it has none. It says nothing to a screen reader: the name follows. */
export function CategoryMark({ category: { icon, displayColor }, size = "small" }: Props) {
  const picture = icon.includes("/");
  return (
    <span
      className={`${classes.mark} ${classes[size]}`}
      style={categoryColor(displayColor)}
      aria-hidden="true"
    >
      {picture ? <img src={icon} alt="" loading="lazy" /> : icon || <span className={classes.dot} />}
    </span>
  );
}

/** The colour of a category as a dot before its name, for rows. A function, since a list has many. */
export function categoryDot(color: string) {
  return <span className={classes.dot} style={categoryColor(color)} aria-hidden="true" />;
}

/** Gives an element the colour of a category as `--category`, which style sheets fit to the theme. */
export function categoryColor(color: string): CSSProperties {
  return { "--category": color } as CSSProperties;
}
