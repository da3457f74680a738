import { useEffect, useState } from "react";
import type { ApolloClient } from "@apollo/client";
import { useBrowserClient } from "../../apollo/browserClient.ts";
import { graphql } from "../../gql/gql.ts";
import { OperatorCategoriesDocument, OperatorMembersDocument } from "../../gql/graphql.ts";
import { useLocale, useTexts } from "../../i18n/texts.ts";
import { usePage } from "../../platform/page.ts";
import { dayText } from "../../ui/timeText.ts";
import { searchTexts } from "./search.texts.ts";
import { completed, type TypedOperator, typedOperator } from "./typedOperator.ts";
import { type Completion, SUGGEST_DELAY_MS } from "./useSuggestions.ts";

graphql(`
  query OperatorMembers($query: String!) {
    search(query: $query, kind: USER, first: 8) {
      nodes {
        user {
          id
          nickname
        }
      }
    }
  }
`);
graphql(`
  query OperatorCategories {
    categories {
      id
      name
      children {
        id
        name
      }
    }
  }
`);

/** Values that are offered at most. */
const OFFERED_MAX = 8;
const DAY_MS = 86_400_000;
const NOTHING: readonly Named[] = [];

/** Kinds of content that a thread may have, in the words of both languages. */
export const HAS_WORDS = [
  { zh: "图片", en: "image" },
  { zh: "附件", en: "file" },
  { zh: "投票", en: "poll" },
  { zh: "付费", en: "paid" },
  { zh: "悬赏", en: "bounty" },
  { zh: "红包", en: "redpacket" },
  { zh: "答案", en: "answer" },
] as const;
const TITLE_WORDS = { zh: "标题", en: "title" } as const;

/** A member or a category. */
interface Named {
  id: string;
  name: string;
}
/** A value of an operator. */
interface Offer {
  value: string;
  label: string;
}

/**
 * Values for the operator that is being typed; null if none is. Members are looked up once typing pauses, categories once.
 * @param caret place of the caret after the last key; null before any
 */
export function useOperatorSuggestions(
  text: string,
  caret: number | null,
  isComposing: boolean,
): readonly Completion[] | null {
  const t = useTexts(searchTexts);
  const locale = useLocale();
  const { now } = usePage();
  const typed = caret === null ? null : typedOperator(text, caret);
  const known = useNames(typed, isComposing);
  if (!typed) return null;
  const words = locale === "zh-CN" ? (["zh", "en"] as const) : (["en", "zh"] as const);
  const wordOf = (names: { zh: string; en: string }): string[] =>
    words
      .map((language) => names[language])
      .filter((name) => isIn(name, typed.prefix))
      .slice(0, 1);
  const offers: Readonly<Record<TypedOperator["operator"], () => Offer[]>> = {
    author: () => known.map(({ name }) => ({ value: name, label: name })),
    in: () => [
      ...wordOf(TITLE_WORDS).map((value) => ({ value, label: `${value} · ${t.titleOnly}` })),
      ...known.flatMap((category) => (isIn(category.name, typed.prefix) ? offerOf(category) : [])),
    ],
    before: () => dates(),
    after: () => dates(),
    has: () => HAS_WORDS.flatMap(wordOf).map((value) => ({ value, label: value })),
  };
  const dates = (): Offer[] =>
    datesOf(now)
      .filter(({ value }) => value.startsWith(typed.prefix))
      .map(({ value, name }) => ({ value, label: `${value} · ${t[name]}` }));
  return offers[typed.operator]()
    .flatMap(({ value, label }): Completion[] => {
      const whole = completed(text, typed, value);
      return whole ? [{ kind: typed.operator, label, ...whole }] : [];
    })
    .slice(0, OFFERED_MAX);
}

/** Names a category by its name; by its id if an operator cannot say the name. */
function offerOf({ id, name }: Named): Offer {
  const isOther = /["“”＂]/u.test(name) || Object.values<string>(TITLE_WORDS).includes(name.toLowerCase());
  return { value: isOther ? id : name, label: name };
}

function isIn(name: string, prefix: string): boolean {
  return name.toLowerCase().includes(prefix.normalize("NFKC").toLowerCase().trim());
}

/** Days that a search often begins or ends with, in the time zone of the browser. */
function datesOf(now: number) {
  const daysAgo = (days: number): string => dayText(new Date(now - days * DAY_MS));
  const month = daysAgo(0).slice(0, 7);
  return [
    { value: daysAgo(0), name: "today" },
    { value: daysAgo(7), name: "weekAgo" },
    { value: daysAgo(30), name: "monthAgo" },
    { value: month, name: "thisMonth" },
    { value: month.slice(0, 4), name: "thisYear" },
  ] as const;
}

/** Members or categories for the operator; nothing is asked for the others. */
function useNames(typed: TypedOperator | null, isComposing: boolean): readonly Named[] {
  const client = useBrowserClient();
  const [found, setFound] = useState<{ operator: string; names: Named[] }>({ operator: "", names: [] });
  const operator = typed?.operator;
  const prefix = operator === "author" ? typed!.prefix.replace(/^[@＠]/u, "").trim() : "";

  useEffect(() => {
    if (isComposing || (operator !== "in" && (operator !== "author" || prefix === ""))) return;
    let isCurrent = true;
    const find = () => (operator === "in" ? readCategories(client) : readMembers(client, prefix));
    const timer = setTimeout(
      () => {
        find()
          .then((names) => isCurrent && setFound({ operator, names }))
          // Suggestions are a convenience: the search itself says what is wrong.
          .catch(() => undefined);
      },
      operator === "in" ? 0 : SUGGEST_DELAY_MS,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [client, operator, prefix, isComposing]);

  const isEmpty = operator === "author" && prefix === "";
  return found.operator === operator && !isEmpty ? found.names : NOTHING;
}

async function readMembers(client: ApolloClient, query: string): Promise<Named[]> {
  const { data } = await client.query({
    query: OperatorMembersDocument,
    variables: { query },
    fetchPolicy: "no-cache",
  });
  return (data?.search.nodes ?? []).flatMap(({ user }) =>
    user ? [{ id: user.id, name: user.nickname }] : [],
  );
}

async function readCategories(client: ApolloClient): Promise<Named[]> {
  const { data } = await client.query({ query: OperatorCategoriesDocument });
  return (data?.categories ?? []).flatMap(({ id, name, children }) => [{ id, name }, ...children]);
}
