import { graphql } from "../../gql/gql.ts";
import type { CategoryField_CategoryFragment } from "../../gql/graphql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Select } from "../../ui/Select.tsx";
import { publishTexts } from "./publish.texts.ts";
import classes from "./ThreadForm.module.css";

/** A category that a thread may stand in, with those below it. */
export const CategoryField_category = graphql(`
  fragment CategoryField_category on Category {
    id
    name
    viewerCanPublish
    children {
      id
      name
      viewerCanPublish
    }
  }
`);

/** A category as the field offers it. */
export type CategoryChoice = CategoryField_CategoryFragment;

interface Props {
  categories: readonly CategoryChoice[];
  value: string | null;
  error: string | null;
  onValue(id: string | null): void;
}

/** The choice of a category; closed categories are not offered. */
export function CategoryField({ categories, value, error, onValue }: Props) {
  const t = useTexts(publishTexts);
  const open = categories.flatMap((parent) => [
    ...(parent.viewerCanPublish ? [{ value: parent.id, label: parent.name }] : []),
    ...parent.children
      .filter((child) => child.viewerCanPublish)
      .map((child) => ({ value: child.id, label: `${parent.name} / ${child.name}` })),
  ]);
  return (
    <Select
      label={t.category}
      name="categoryId"
      className={classes.category}
      value={value ?? ""}
      error={error}
      choices={[{ value: "", label: t.chooseCategory }, ...open]}
      onValue={(id) => onValue(id || null)}
    />
  );
}
