import { type ReactNode, useState } from "react";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import type { CategoriesStep_CategoryFragment } from "../../gql/graphql.ts";
import { useLaunchCreateCategoryMutation, useLaunchRenameCategoryMutation } from "../../gql/hooks.ts";
import { useLocale, useTexts } from "../../i18n/texts.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { ChoiceChips } from "../../ui/ChoiceChips.tsx";
import { toast } from "../../ui/toast.tsx";
import { CATEGORY_TEMPLATES, type ProposedCategory } from "./categoryTemplates.ts";
import classes from "./Launch.module.css";
import { launchTexts } from "./launch.texts.ts";

const CategoriesStep_category = graphql(`
  fragment CategoriesStep_category on Category {
    id
    name
    icon
    description
  }
`);
graphql(`
  mutation LaunchCreateCategory($input: CategoryInput!) {
    createCategory(input: $input) {
      id
    }
  }
`);
graphql(`
  mutation LaunchRenameCategory($id: ID!, $input: CategoryInput!) {
    updateCategory(id: $id, input: $input) {
      id
      name
    }
  }
`);

interface Props {
  categories: readonly FragmentType<typeof CategoriesStep_category>[];
  onDone: () => void;
  /** Buttons below, given the way to save. */
  children: (save: () => Promise<void>) => ReactNode;
}

/** True for a forum as it came: its only category has neither an icon nor a description, and takes the first name. */
function untouchedOf(
  existing: readonly CategoriesStep_CategoryFragment[],
): CategoriesStep_CategoryFragment | undefined {
  const [only] = existing;
  return existing.length === 1 && only!.icon === "" && only!.description === "" ? only : undefined;
}

/** Sets of categories to begin with; those that exist already are left as they are. */
export function CategoriesStep({ categories, onDone, children }: Props) {
  const existing = readFragment(CategoriesStep_category, categories);
  const t = useTexts(launchTexts);
  const locale = useLocale();
  const [key, setKey] = useState(CATEGORY_TEMPLATES[0]!.key);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  // Saved in an attempt that failed half-way, so that the next one does not make them twice.
  const [saved, setSaved] = useState<ReadonlySet<string>>(new Set());
  const [create] = useLaunchCreateCategoryMutation({ refetchQueries: ["Shell"] });
  const [rename] = useLaunchRenameCategoryMutation();
  const template = CATEGORY_TEMPLATES.find((each) => each.key === key)!;
  const nameOf = (each: { zh: string; en: string }): string => (locale === "en" ? each.en : each.zh);
  const isPresent = (each: ProposedCategory): boolean =>
    saved.has(each.en) || existing.some(({ name }) => name === each.zh || name === each.en);

  const save = async () => {
    const chosen = template.categories.filter((each) => !isPresent(each) && !left.has(each.en));
    if (chosen.length === 0 && !template.categories.some(isPresent)) {
      toast.info(t.nothingChosen);
      return;
    }
    let untouched = saved.size === 0 ? untouchedOf(existing) : undefined;
    for (const [sort, each] of chosen.entries()) {
      const { icon, color } = each;
      const description = locale === "en" ? each.aboutEn : each.aboutZh;
      const input = { name: nameOf(each), description, icon, color, sort };
      // One after the other, so that they stand in this order and a failure leaves a beginning.
      if (untouched) await rename({ variables: { id: untouched.id, input } });
      else await create({ variables: { input } });
      untouched = undefined;
      setSaved((before) => new Set(before).add(each.en));
    }
    onDone();
  };

  return (
    <>
      <ChoiceChips
        label={t.template}
        value={key}
        chips={CATEGORY_TEMPLATES.map((each) => ({ value: each.key, label: nameOf(each) }))}
        onValue={setKey}
      />
      <fieldset className={classes.categories}>
        <legend className={classes.label}>{t.chosen}</legend>
        {template.categories.map((each) => (
          <div key={each.en} className={classes.category} style={{ borderInlineStartColor: each.color }}>
            <span aria-hidden="true">{each.icon}</span>
            <Checkbox
              label={isPresent(each) ? `${nameOf(each)}（${t.present}）` : nameOf(each)}
              hint={locale === "en" ? each.aboutEn : each.aboutZh}
              checked={isPresent(each) || !left.has(each.en)}
              disabled={isPresent(each)}
              onChecked={(checked) => {
                const next = new Set(left);
                if (checked) next.delete(each.en);
                else next.add(each.en);
                setLeft(next);
              }}
            />
          </div>
        ))}
      </fieldset>
      {children(save)}
    </>
  );
}
