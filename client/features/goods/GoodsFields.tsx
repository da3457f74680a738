import { type ChangeEvent, useRef } from "react";
import { uploadFile } from "../../apollo/upload.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";
import { goodsTexts } from "./goods.texts.ts";
import {
  FIRST_GOODS,
  GOODS_TITLE_MAX,
  GOODS_URL_MAX,
  type GoodsDraft,
  isPossiblePrice,
  isShopAddress,
  SHOP_NAME_MAX,
} from "./goodsDraft.ts";
import classes from "./GoodsFields.module.css";

/** Longest price as it is typed, in characters. */
const PRICE_MAX = 20;

interface Props {
  /** Null for a thread without goods. */
  value: GoodsDraft | null;
  onValue(value: GoodsDraft | null): void;
}

/** Fields for the goods of a thread. */
export function GoodsFields({ value, onValue }: Props) {
  const t = useTexts(goodsTexts);
  return (
    <div className={classes.goods}>
      <Checkbox
        label={t.add}
        hint={t.addHint}
        checked={Boolean(value)}
        onChecked={(checked) => onValue(checked ? FIRST_GOODS : null)}
      />
      {value && <Details value={value} onValue={onValue} />}
    </div>
  );
}

function Details({ value, onValue }: { value: GoodsDraft; onValue(value: GoodsDraft): void }) {
  const t = useTexts(goodsTexts);
  const change = (patch: Partial<GoodsDraft>) => onValue({ ...value, ...patch });
  const isWrong = value.url.trim() !== "" && !isShopAddress(value.url);
  return (
    <>
      <div className={classes.fields}>
        <Field
          label={t.title}
          maxLength={GOODS_TITLE_MAX}
          autoComplete="off"
          value={value.title}
          onValue={(title) => change({ title })}
        />
        <Field
          label={t.url}
          hint={t.urlHint}
          inputMode="url"
          maxLength={GOODS_URL_MAX}
          autoComplete="off"
          value={value.url}
          onValue={(url) => change({ url })}
          error={isWrong ? t.urlWrong : null}
        />
        <Field
          label={t.price}
          inputMode="decimal"
          maxLength={PRICE_MAX}
          autoComplete="off"
          value={value.price}
          onValue={(price) => change({ price })}
          error={isPossiblePrice(value.price) ? null : t.priceWrong}
        />
        <Field
          label={t.shop}
          maxLength={SHOP_NAME_MAX}
          autoComplete="off"
          value={value.shopName}
          onValue={(shopName) => change({ shopName })}
        />
      </div>
      <PictureField value={value} onChange={change} />
    </>
  );
}

interface PictureProps {
  value: GoodsDraft;
  onChange(patch: Pick<GoodsDraft, "imageId" | "imageUrl">): void;
}

/** The picture of the goods: chosen, sent and removed. */
function PictureField({ value: { imageId, imageUrl }, onChange }: PictureProps) {
  const t = useTexts(goodsTexts);
  const { act, isBusy } = useAct();
  const input = useRef<HTMLInputElement>(null);

  function pick({ currentTarget: field }: ChangeEvent<HTMLInputElement>): void {
    const file = field.files?.[0];
    field.value = "";
    if (!file) return;
    void act(async () => {
      const { id, url } = await uploadFile(file, "goods");
      onChange({ imageId: id, imageUrl: url });
    });
  }

  return (
    <div className={classes.picture}>
      {imageUrl ? <img src={imageUrl} alt="" width="64" height="64" /> : imageId && <span>{t.attached}</span>}
      <input
        ref={input}
        type="file"
        accept="image/*"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t.picture}
        onChange={pick}
      />
      <Button size="sm" loading={isBusy} onClick={() => input.current?.click()}>
        {imageId ? t.otherPicture : t.picture}
      </Button>
      {imageId && (
        <Button size="sm" variant="subtle" onClick={() => onChange({ imageId: null, imageUrl: null })}>
          {t.withoutPicture}
        </Button>
      )}
    </div>
  );
}
