import type { ColumnNames } from './columnNames';
import { fieldsOf } from './fields';
import { AddressParameters, wordOf } from './parameters';
import { type Field, type Plan, valueLooks } from './plan';
import { unknownNames } from './queryRefusals';
import { queryPairsOf } from './rawQuery';

/** What can be asked of one row: how it looks. */
const rowParameters = ['_fields', '_keys', '_values'];

const kinds = {
  one: 'cannot be asked of one row',
  many: 'cannot be asked of one row',
  hint: 'Filters, order and pages go to the address of the sheet, without what stands behind its name.',
};

/** How one row is to look. */
export interface RowLook extends Pick<Plan, 'slugKeys' | 'values'> {
  readonly fields: readonly Field[] | undefined;
}

/**
 * How one row is to look.
 *
 * @param text the query of the address, without `?`
 * @throws Refusal `unknown_parameter`, `unknown_column`, `invalid_parameter`
 */
export function rowLookOf(text: string, names: ColumnNames): RowLook {
  const pairs = queryPairsOf(text);
  const strange = pairs.map(({ name }) => name).filter((name) => !rowParameters.includes(name));
  if (strange.length > 0) unknownNames([...new Set(strange)], rowParameters, rowParameters.join(', '), kinds);
  const parameters = new AddressParameters(pairs);
  const slugKeys = wordOf(parameters, 'keys', ['header', 'slug']) === 'slug';
  return { fields: fieldsOf(parameters, names), slugKeys, values: wordOf(parameters, 'values', valueLooks) };
}
