import { useState } from "react";
import { DateField } from "../ui/DateField.tsx";
import { Field } from "../ui/Field.tsx";
import { Input } from "../ui/Input.tsx";
import { Textarea } from "../ui/Textarea.tsx";
import classes from "./GalleryPage.module.css";
import { Sample, Shelf } from "./Shelf.tsx";

/** Samples of components for input: text, numbers, passwords. */
export function FieldSamples() {
  const [text, setText] = useState("林夕 👨‍👩‍👧‍👦");
  const [number, setNumber] = useState("12.50");
  const [password, setPassword] = useState("luntan");
  const [body, setBody] = useState("第一行\n第二行\n第三行");
  const [day, setDay] = useState("2026-11-02");
  const shared = { value: text, onValue: setText };
  return (
    <Shelf name="Fields">
      <Sample name="Field">
        <Field className={classes.wide} label="昵称" hint="一到十五个字" counterMax={15} {...shared} />
        <Field className={classes.wide} label="昵称" error="这个昵称已被使用" {...shared} />
        <Field className={classes.wide} label="昵称" counterMax={2} {...shared} />
      </Sample>
      <Sample name="disabled, read-only">
        <Field className={classes.wide} label="昵称" disabled {...shared} />
        <Field className={classes.wide} label="昵称" readOnly {...shared} />
      </Sample>
      <Sample name="password">
        <Field className={classes.wide} type="password" label="密码" value={password} onValue={setPassword} />
      </Sample>
      <Sample name="Input: number, trim, append">
        <div className={classes.wide}>
          <Input aria-label="金额" mode="number" append="元" value={number} onValue={setNumber} />
        </div>
        <div className={classes.wide}>
          <Input
            aria-label="价格"
            mode="number"
            append="元 / 月"
            appendWidth={80}
            value={number}
            onValue={setNumber}
          />
        </div>
        <div className={classes.wide}>
          <Input aria-label="关键词" trim placeholder="首尾空格会去掉" value={text} onValue={setText} />
        </div>
      </Sample>
      <Sample name="Input: counter">
        <div className={classes.wide}>
          <Input aria-label="标题" maxLength={20} showsCount value={text} onValue={setText} />
        </div>
      </Sample>
      <Sample name="DateField">
        <DateField label="有效期至" hint="留空则长期有效" value={day} onValue={setDay} />
      </Sample>
      <Sample name="Textarea">
        <div className={classes.wide}>
          <Textarea aria-label="正文" value={body} onValue={setBody} />
        </div>
        <div className={classes.wide}>
          <Textarea aria-label="正文" rows={3} maxLength={20} showsCount value={body} onValue={setBody} />
        </div>
      </Sample>
    </Shelf>
  );
}
