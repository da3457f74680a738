/** A packed value: a scalar, or an array that begins with what it stands for: a shape's number, `LIST` or `TEXT`. */
export type Packed = string | number | boolean | null | Packed[];

/** Keys of objects that are alike, and the values that are the same in all of them. */
type Shape = [keys: string[], same: Packed[]];

/** Data in few bytes: each shape of object is described once, an object is `[shape, ...values]`. */
export interface PackedData {
  shapes: Shape[];
  value: Packed;
}

const LIST = -1;
const TEXT = -2;

/** Finds the number of a text that stands elsewhere; undefined if the text must be sent. */
export type TextNumber = (key: string, text: string) => number | undefined;

/** Packs JSON data. @param numberOf names texts that the reader can find elsewhere */
export function pack(value: unknown, numberOf: TextNumber): PackedData {
  const packer = new Packer(numberOf);
  return { value: packer.pack(value, ""), shapes: packer.shapes() };
}

class Packer {
  private readonly kinds = new Map<string, { number: number; keys: string[]; objects: Packed[][] }>();

  constructor(private readonly numberOf: TextNumber) {}

  pack(value: unknown, key: string): Packed {
    if (typeof value === "string") {
      const number = this.numberOf(key, value);
      return number === undefined ? value : [TEXT, number];
    }
    if (typeof value !== "object" || value === null) return (value ?? null) as Packed;
    if (Array.isArray(value)) return [LIST, ...value.map((item) => this.pack(item, key))];
    if ("toJSON" in value) return JSON.parse(JSON.stringify(value)) as Packed;
    return this.packObject(value as Record<string, unknown>);
  }

  private packObject(value: Record<string, unknown>): Packed {
    const keys = Object.keys(value).filter((key) => value[key] !== undefined);
    const name = keys.join();
    let kind = this.kinds.get(name);
    if (!kind) this.kinds.set(name, (kind = { number: this.kinds.size, keys, objects: [] }));
    const packed: Packed[] = [kind.number];
    kind.objects.push(packed);
    for (const key of keys) packed.push(this.pack(value[key], key));
    return packed;
  }

  /** Describes the shapes, and takes out of the objects what is the same in all of a shape. */
  shapes(): Shape[] {
    return [...this.kinds.values()].map(({ keys, objects }) => {
      const [first, ...others] = objects as [Packed[], ...Packed[][]];
      const isSame = keys.map(
        (_, index) =>
          others.length > 0 && others.every((other) => equals(other[index + 1]!, first[index + 1]!)),
      );
      const same = first.slice(1).filter((_, index) => isSame[index]);
      for (const object of objects) {
        const rest = object.filter((_, index) => index === 0 || !isSame[index - 1]);
        object.splice(0, object.length, ...rest);
      }
      const order = [
        ...keys.filter((_, index) => isSame[index]),
        ...keys.filter((_, index) => !isSame[index]),
      ];
      return [order, same];
    });
  }
}

function equals(one: Packed, other: Packed): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((item, index) => equals(item, other[index]!));
}

/** Unpacks what `pack` packed. @param textOf gives the text of a number */
export function unpack(
  { shapes, value }: PackedData,
  textOf: (number: number) => string | undefined,
): unknown {
  const open = (packed: Packed): unknown => {
    if (!Array.isArray(packed)) return packed;
    const [kind, ...values] = packed;
    if (kind === LIST) return values.map(open);
    if (kind === TEXT) return textOf(values[0] as number);
    const [keys, same] = shapes[kind as number]!;
    return Object.fromEntries(
      keys.map((key, index) => [
        key,
        open(index < same.length ? same[index]! : values[index - same.length]!),
      ]),
    );
  };
  return open(value);
}
