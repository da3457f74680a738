import "@mantine/core/styles/Table.layer.css";
import { Table } from "@mantine/core";
import type { ReactNode } from "react";
import { Checkbox } from "./Checkbox.tsx";
import classes from "./DataTable.module.css";
import { IconChevronDown, IconChevronUp } from "./icons.tsx";
import { Link } from "./Link.tsx";

/**
 * Place of a cell on a phone, where each row is a card: the title stands first and takes the line; others follow in small
 * type, with their heading before them if `labelled`; `hidden` ones are left out, and `only` ones exist nowhere else.
 */
export type PhoneCell = "title" | "plain" | "labelled" | "hidden" | "only";

/** Order of a column that the server can sort by. */
export interface ColumnSort {
  /** Null while the rows are sorted by something else. */
  direction: "ascending" | "descending" | null;
  /** Address of the list in this order. */
  to: string;
}

/** One column: its heading and the cell of each row. */
export interface Column<R> {
  key: string;
  header: string;
  cell: (row: R) => ReactNode;
  /** The heading is only for those who hear the page. */
  hideHeader?: boolean;
  /** Aligned to the right with digits of one width. */
  numeric?: boolean;
  /** Never breaks into lines. */
  nowrap?: boolean;
  /** Less important: smaller and greyer. */
  quiet?: boolean;
  /** Buttons that do something about the row, at its end. */
  actions?: boolean;
  /** Place on a phone; `plain` unless given. */
  phone?: PhoneCell | ((row: R) => PhoneCell);
  sort?: ColumnSort;
  className?: string | undefined;
}

/** Rows that can be chosen, and the chosen ones by their keys. */
export interface Selection<R> {
  selected: ReadonlySet<string>;
  onSelected: (keys: ReadonlySet<string>) => void;
  /** Name of a row's box for those who hear the page. */
  labelOf: (row: R) => string;
  /** Name of the box that chooses all rows. */
  allLabel: string;
}

interface Props<R> {
  /** Name of the table for those who hear the page. */
  caption: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  /** Key of a row; its id unless given. */
  keyOf?: (row: R) => string;
  /** Stands in the place of a table without rows. */
  empty: ReactNode;
  selection?: Selection<R>;
  /** Newer rows are on their way. */
  isBusy?: boolean;
  /** On a phone the actions stand beside the title, above all else. */
  actionsBesideTitle?: boolean;
  /** It may be wider than its place even at a desk, so that the keyboard must be able to scroll it. */
  isWide?: boolean;
  /** The end of the list: LoadMore. */
  more?: ReactNode;
}

/** Above and below the content of a cell; Mantine would turn bare pixels into a part of the page's letters. */
const CELL_PADDING = "calc(10px)";

/**
 * The one table of records, made of Mantine's: columns as data, rows that can be chosen, headings that sort, cards on a
 * phone. Needs Mantine's provider around it.
 */
export function DataTable<R>(props: Props<R>) {
  const { caption, columns, rows, keyOf = idOf, empty, selection, isBusy, more } = props;
  if (rows.length === 0) {
    return (
      <>
        {empty}
        {more}
      </>
    );
  }
  const scroll = props.isWide ? { tabIndex: 0, role: "group", "aria-label": caption } : {};
  return (
    <>
      <div className={classes.scroll} {...scroll}>
        <Table
          className={classes.table}
          verticalSpacing={CELL_PADDING}
          highlightOnHover
          aria-busy={isBusy || undefined}
          data-beside={props.actionsBesideTitle || undefined}
        >
          <Table.Caption className="visually-hidden">{caption}</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              {selection && (
                <Table.Th scope="col">
                  <AllBox rows={rows} keyOf={keyOf} selection={selection} />
                </Table.Th>
              )}
              {columns.map((column) => (
                <HeaderCell key={column.key} column={column} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Row key={keyOf(row)} row={row} rowKey={keyOf(row)} columns={columns} selection={selection} />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {more}
    </>
  );
}

function idOf(row: unknown): string {
  return (row as { id: string }).id;
}

function AllBox<R>(props: { rows: readonly R[]; keyOf: (row: R) => string; selection: Selection<R> }) {
  const { rows, keyOf, selection } = props;
  const keys = rows.map(keyOf);
  const count = keys.filter((key) => selection.selected.has(key)).length;
  const isAll = count === keys.length;
  return (
    <Checkbox
      aria-label={selection.allLabel}
      checked={isAll}
      indeterminate={count > 0 && !isAll}
      onChecked={(checked) => selection.onSelected(new Set(checked ? keys : []))}
    />
  );
}

function HeaderCell<R>({ column: { header, hideHeader, numeric, phone, sort } }: { column: Column<R> }) {
  const text = hideHeader ? <span className="visually-hidden">{header}</span> : header;
  const Arrow = sort?.direction === "ascending" ? IconChevronUp : IconChevronDown;
  return (
    <Table.Th
      scope="col"
      data-numeric={numeric}
      data-phone={phone === "only" ? "only" : undefined}
      aria-sort={sort?.direction ?? undefined}
    >
      {sort ? (
        <Link to={sort.to} className={classes.sort} keepScroll>
          {text}
          <Arrow size={14} aria-hidden="true" />
        </Link>
      ) : (
        text
      )}
    </Table.Th>
  );
}

interface RowProps<R> {
  row: R;
  rowKey: string;
  columns: readonly Column<R>[];
  selection: Selection<R> | undefined;
}

function Row<R>({ row, rowKey, columns, selection }: RowProps<R>) {
  const isSelected = selection?.selected.has(rowKey) ?? false;
  const select = (checked: boolean) => {
    const next = new Set(selection!.selected);
    if (checked) next.add(rowKey);
    else next.delete(rowKey);
    selection!.onSelected(next);
  };
  return (
    <Table.Tr data-selected={isSelected || undefined} data-selectable={selection ? true : undefined}>
      {selection && (
        <Table.Td data-select>
          <Checkbox aria-label={selection.labelOf(row)} checked={isSelected} onChecked={select} />
        </Table.Td>
      )}
      {columns.map(({ key, header, cell, numeric, nowrap, quiet, actions, phone = "plain", className }) => {
        const place = typeof phone === "function" ? phone(row) : phone;
        return (
          <Table.Td
            key={key}
            className={className}
            data-numeric={numeric}
            data-nowrap={nowrap}
            data-quiet={quiet}
            data-phone={place}
            data-label={place === "labelled" ? header : undefined}
            data-actions={actions}
          >
            {actions ? <div className={classes.actions}>{cell(row)}</div> : cell(row)}
          </Table.Td>
        );
      })}
    </Table.Tr>
  );
}
