import { useId } from "react";
import { graphql } from "../../gql/gql.ts";
import type { CategoryField_CategoryFragment } from "../../gql/graphql.ts";
import { useTexts } from "../../i18n/texts.ts";
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

/** The choice of a category: the device's own list, which phones show best. Closed categories are not offered. */
export function CategoryField({ categories, value, error, onValue }: Props) {
  const t = useTexts(publishTexts);
  const id = useId();
  const open = categories.flatMap((parent) => [
    ...(parent.viewerCanPublish ? [{ id: parent.id, name: parent.name }] : []),
    ...parent.children
      .filter((child) => child.viewerCanPublish)
      .map((child) => ({ id: child.id, name: `${parent.name} / ${child.name}` })),
  ]);

  return (
    <div className={classes.body}>
      <label className={classes.label} htmlFor={id}>
        {t.category}
      </label>
      <select
        id={id}
        name="categoryId"
        className={classes.select}
        value={value ?? ""}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => onValue(event.currentTarget.value || null)}
      >
        <option value="">{t.chooseCategory}</option>
        {open.map((category) => (
          <option key={category.id} value={category.id}>
            {category.name}
          </option>
        ))}
      </select>
      {error && (
        <p className={classes.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
