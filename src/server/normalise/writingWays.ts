import type { ColumnType } from '../../contract/rows';
import { Tag } from './cellTags';

/**
 * How a cell is written into a column: its value has to be made; its JSON is copied, or what is inside its quotes, that without
 * the zeros at the end, or the date in it; it is true or false; it is blank.
 */
export const Way = { VALUE: 0, WHOLE: 1, INSIDE: 2, SHORTENED: 3, DATE: 4, TRUTH: 5, BLANK: 6 } as const;
export type Way = (typeof Way)[keyof typeof Way];

type Ways = Partial<Record<ColumnType, Partial<Record<Tag, Way>>>>;

const asNumber = { [Tag.INTEGER]: Way.INSIDE, [Tag.NUMBER]: Way.INSIDE, [Tag.LONG_NUMBER]: Way.SHORTENED };

/** In a file whose cells are all text every cell is text as it stands. */
const untyped: Ways = {
  text: {
    [Tag.TEXT]: Way.WHOLE,
    [Tag.INTEGER]: Way.WHOLE,
    [Tag.NUMBER]: Way.WHOLE,
    [Tag.LONG_NUMBER]: Way.WHOLE,
    [Tag.BOOLEAN]: Way.WHOLE,
    [Tag.DATE]: Way.WHOLE,
  },
  integer: { [Tag.INTEGER]: Way.INSIDE },
  number: asNumber,
  boolean: { [Tag.BOOLEAN]: Way.TRUTH },
  date: { [Tag.DATE]: Way.WHOLE },
};

const typed: Ways = {
  text: { [Tag.TEXT]: Way.WHOLE },
  integer: { [Tag.INTEGER]: Way.WHOLE },
  number: { [Tag.INTEGER]: Way.WHOLE, [Tag.NUMBER]: Way.WHOLE },
  boolean: { [Tag.BOOLEAN]: Way.WHOLE },
  date: { [Tag.DATE]: Way.DATE },
};

/** For each tag how its cells are written into a column of the type. */
export function waysInto(type: ColumnType, isTyped: boolean): readonly Way[] {
  const ways = (isTyped ? typed : untyped)[type];
  return Object.values(Tag).map((tag) => (tag === Tag.BLANK ? Way.BLANK : (ways?.[tag] ?? Way.VALUE)));
}
