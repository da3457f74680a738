import { type RefObject, useEffect, useRef, useState } from "react";
import { useTexts } from "../../../i18n/texts.ts";
import { keyOf } from "../../../platform/inputMethod.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Field } from "../../../ui/Field.tsx";
import { IconX } from "../../../ui/icons.tsx";
import { useSuggestions } from "../../editor/useSuggestions.tsx";
import classes from "./RoomDialogs.module.css";
import { roomMemberTexts } from "./rooms.texts.ts";

/** A member who is chosen. */
export interface PickedMember {
  id: string;
  name: string;
  avatarUrl?: string | null;
}

interface Props {
  picked: readonly PickedMember[];
  onPicked: (picked: readonly PickedMember[]) => void;
  /** Members who are in the group chat or invited already; they are not offered. */
  except?: readonly Pick<PickedMember, "id" | "name">[];
  /** Most members that can be chosen. */
  max: number;
  error?: string | null;
  /** The field has the focus from the start. */
  isFocused?: boolean;
}

/** Chooses members: names complete while they are typed, those who are chosen stand above the field. */
export function MemberPicker({ picked, onPicked, except = [], max, error, isFocused }: Props) {
  const t = useTexts(roomMemberTexts);
  const [typed, setTyped] = useState("");
  const [status, setStatus] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const suggestions = useSuggestions({
    threadId: null,
    except: [...except, ...picked].map(({ id }) => id),
    onPick: (_query, { id, name, avatarUrl }: PickedMember) => {
      setTyped("");
      if (picked.length >= max) return;
      onPicked([...picked, { id, name, avatarUrl }]);
      setStatus(t.added(name));
    },
  });
  useEffect(() => {
    if (isFocused) field.current?.focus();
  }, [isFocused]);
  const type = (text: string) => {
    setTyped(text);
    const prefix = text.trim();
    const present = except.find(({ name }) => name.toLowerCase() === prefix.toLowerCase());
    setStatus(present ? t.alreadyIn(present.name) : "");
    suggestions.look(prefix ? { kind: "mention", prefix, from: 0, to: prefix.length } : null);
  };

  return (
    <div className={classes.picker}>
      <Picked picked={picked} field={field} onPicked={onPicked} />
      <div className={classes.find}>
        <Field
          {...suggestions.aria}
          ref={field}
          role="combobox"
          aria-expanded={suggestions.list !== false}
          label={t.find}
          hint={t.findHint}
          value={typed}
          onValue={type}
          error={error}
          disabled={picked.length >= max}
          autoComplete="off"
          spellCheck={false}
          onKeyDown={(event) => {
            if (suggestions.takesKey(event.nativeEvent)) return;
            // Enter belongs to the choice, not to the form.
            if (keyOf(event) === "Enter" && typed !== "") event.preventDefault();
          }}
          onBlur={() => suggestions.look(null)}
        />
        {suggestions.list}
      </div>
      <p role="status" className={classes.status}>
        {status}
      </p>
    </div>
  );
}

interface PickedProps extends Pick<Props, "picked" | "onPicked"> {
  /** Field that gets the focus when a member is taken out. */
  field: RefObject<HTMLInputElement | null>;
}

function Picked({ picked, onPicked, field }: PickedProps) {
  const t = useTexts(roomMemberTexts);
  if (picked.length === 0) return null;
  return (
    <ul className={classes.picked} aria-label={t.chosen}>
      {picked.map(({ id, name, avatarUrl }) => (
        <li key={id} className={classes.chip}>
          <Avatar name={name} src={avatarUrl} size="mini" circle />
          <bdi className={classes.chipName}>{name}</bdi>
          <button
            type="button"
            className={classes.unchoose}
            aria-label={t.unchoose(name)}
            title={t.unchoose(name)}
            onClick={() => {
              onPicked(picked.filter((each) => each.id !== id));
              field.current?.focus();
            }}
          >
            <IconX size={14} />
          </button>
        </li>
      ))}
    </ul>
  );
}
