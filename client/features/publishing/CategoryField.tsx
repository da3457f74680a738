import "@mantine/core/styles/Input.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Combobox.layer.css";
import { Combobox, Input, InputBase, useCombobox } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import { graphql } from "../../gql/gql.ts";
import type { CategoryField_CategoryFragment } from "../../gql/graphql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { usePage } from "../../platform/page.ts";
import { MantineScope } from "../../ui/MantineScope.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import { CategoryMark } from "../categories/CategoryMark.tsx";
import { publishTexts } from "./publish.texts.ts";
import classes from "./CategoryField.module.css";

/** A category that a thread may stand in, with those below it. */
export const CategoryField_category = graphql(`
  fragment CategoryField_category on Category {
    id
    name
    icon
    displayColor
    viewerCanPublish
    children {
      id
      name
      icon
      displayColor
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

interface Choice extends Pick<CategoryChoice, "id" | "name" | "icon" | "displayColor"> {
  parent: string | null;
}

/**
 * The choice of a category behind a button: a list with its search, below it on desks and as a sheet on phones. Closed
 * categories are not offered.
 */
export function CategoryField(props: Props) {
  const { platform } = usePage();
  return (
    <MantineScope>{platform === "h5" ? <PhoneField {...props} /> : <DeskField {...props} />}</MantineScope>
  );
}

function DeskField(props: Props) {
  const { choices, chosen, search, setSearch } = useChoices(props);
  const store = useCombobox({
    onDropdownOpen: () => store.focusSearchInput(),
    onDropdownClose: () => setSearch(""),
  });
  const t = useTexts(publishTexts);
  return (
    <Combobox
      store={store}
      position="bottom-start"
      // Within the landmark of the page, and within the order of the tab key.
      withinPortal={false}
      width={360}
      returnFocus
      onOptionSubmit={(id) => {
        props.onValue(id);
        store.closeDropdown();
        store.focusTarget();
      }}
    >
      <Combobox.Target targetType="button">
        <Opener chosen={chosen} error={props.error} onClick={() => store.toggleDropdown()} />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          placeholder={t.findCategory}
          aria-label={t.findCategory}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            store.selectFirstOption();
          }}
        />
        <Options choices={choices} value={props.value} />
      </Combobox.Dropdown>
    </Combobox>
  );
}

function PhoneField(props: Props) {
  const [isOpen, setOpen] = useState(false);
  const { choices, chosen, search, setSearch } = useChoices(props);
  const store = useCombobox({ opened: true });
  const t = useTexts(publishTexts);
  const close = () => {
    setOpen(false);
    setSearch("");
  };
  return (
    <>
      <Opener chosen={chosen} error={props.error} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      {isOpen && (
        <Sheet title={t.chooseCategory} onClose={close}>
          <Combobox
            store={store}
            onOptionSubmit={(id) => {
              props.onValue(id);
              close();
            }}
          >
            <Combobox.EventsTarget>
              <Input
                type="search"
                className={classes.search}
                value={search}
                placeholder={t.findCategory}
                aria-label={t.findCategory}
                onChange={(event) => setSearch(event.currentTarget.value)}
              />
            </Combobox.EventsTarget>
            <Options choices={choices} value={props.value} />
          </Combobox>
        </Sheet>
      )}
    </>
  );
}

/** The categories that may be chosen and contain what is searched for, and the chosen one. */
function useChoices({ categories, value }: Props) {
  const [search, setSearch] = useState("");
  const all = categories.flatMap((category): Choice[] =>
    [
      { ...category, parent: null },
      ...category.children.map((child) => ({ ...child, parent: category.name })),
    ].filter(({ viewerCanPublish }) => viewerCanPublish),
  );
  const words = plain(search);
  const choices = all.filter(({ name, parent }) => plain(`${parent ?? ""} ${name}`).includes(words));
  return { choices, chosen: all.find(({ id }) => id === value) ?? null, search, setSearch };
}

function plain(text: string): string {
  return text.normalize("NFKC").trim().toLowerCase();
}

interface OpenerProps {
  chosen: Choice | null;
  error: string | null;
  onClick(): void;
  "aria-haspopup"?: "dialog";
}

/** The button of the field; Mantine adds what belongs to the list that it opens. */
function Opener({ chosen, error, ...rest }: OpenerProps) {
  const t = useTexts(publishTexts);
  const id = useId();
  return (
    <InputBase
      {...rest}
      component="button"
      type="button"
      name="categoryId"
      pointer
      label={t.category}
      labelProps={{ id: `${id}-label` }}
      aria-labelledby={`${id}-label ${id}-value`}
      error={error}
      errorProps={{ role: "alert" }}
      className={classes.field}
      classNames={{ input: classes.button }}
      leftSection={chosen && <CategoryMark category={chosen} />}
      rightSection={<Combobox.Chevron />}
      rightSectionPointerEvents="none"
    >
      <span id={`${id}-value`} className={chosen ? classes.value : classes.empty}>
        {chosen ? nameOf(chosen) : t.chooseCategory}
      </span>
    </InputBase>
  );
}

function nameOf({ parent, name }: Choice): ReactNode {
  return parent === null ? name : `${parent} / ${name}`;
}

function Options({ choices, value }: { choices: readonly Choice[]; value: string | null }) {
  const t = useTexts(publishTexts);
  return (
    <Combobox.Options className={classes.options} aria-label={t.category}>
      {choices.map((choice) => (
        <Combobox.Option
          key={choice.id}
          value={choice.id}
          active={choice.id === value}
          className={choice.parent === null ? classes.option : classes.child}
        >
          <CategoryMark category={choice} />
          <span>
            {choice.parent !== null && <span className={classes.parent}>{choice.parent} / </span>}
            {choice.name}
          </span>
        </Combobox.Option>
      ))}
      {choices.length === 0 && <Combobox.Empty>{t.noCategory}</Combobox.Empty>}
    </Combobox.Options>
  );
}
