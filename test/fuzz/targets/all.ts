import type { Target } from '../target';
import { bodiesTarget } from './bodies';
import { queryTarget } from './query';
import { sheetUrlTarget } from './sheetUrl';
import { csvTarget, workbookTarget } from './workbook';

/** Everything that reads what strangers send, by name. */
export const targets: Readonly<Record<string, () => Target | Promise<Target>>> = {
  sheetUrl: sheetUrlTarget,
  csv: csvTarget,
  workbook: workbookTarget,
  query: queryTarget,
  bodies: bodiesTarget,
};
