import { type FormEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useTexts } from "../i18n/texts.ts";
import { IconSearch } from "../ui/icons.tsx";
import { useLoaded } from "../ui/useLoaded.ts";
import { layoutTexts } from "./layout.texts.ts";
import classes from "./SearchBox.module.css";

/** Loads what opens below the box. */
const loadPanel = () => import("../features/search/SearchPanel.tsx");

/** Enter or the icon goes to the results; a plain form, so it works before scripts have come. */
export function SearchBox() {
  const t = useTexts(layoutTexts);
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [field, setField] = useState<HTMLInputElement | null>(null);
  const [Opened] = useLoaded(loadPanel, field !== null);
  const { pathname, search } = useLocation();
  const present = pathname === "/search" ? (new URLSearchParams(search).get("keyword") ?? "") : "";

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const keyword = String(new FormData(event.currentTarget).get("keyword") ?? "").trim();
    void navigate(keyword ? `/search?keyword=${encodeURIComponent(keyword)}` : "/search");
  };

  return (
    <form className={classes.box} action="/search" role="search" onSubmit={submit}>
      <input
        key={present}
        ref={input}
        onFocus={() => setField(input.current)}
        className={classes.input}
        type="search"
        name="keyword"
        defaultValue={present}
        placeholder={t.search}
        aria-label={t.search}
        autoComplete="off"
        enterKeyHint="search"
      />
      <button className={classes.button} type="submit" aria-label={t.search}>
        <IconSearch size={18} />
      </button>
      {Opened && field?.isConnected && <Opened.SearchPanel input={field} />}
    </form>
  );
}
