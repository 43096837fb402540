import type { CellValue } from '../../../../contract/rows';
import type { TabView } from '../../../endpoints/engine/engine';

/** Values of a row by the keys of its columns. */
export type Values = Readonly<Record<string, CellValue>>;

export const rowValues = (view: TabView, place: number): Values =>
  Object.fromEntries(view.columns.map(({ key }, column) => [key, view.value(place, column)]));
