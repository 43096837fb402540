import type { OpenedTab } from '../../../records/waiting';
import type { WritableTab } from '../../../records/work';
import { createRowIds } from '../../../workbook/rowIds';

const newId = createRowIds();

/** A tab as a write to it is worked out: new rows come after its last one. */
export function writableOf({ served, state }: OpenedTab): WritableTab {
  let { lastRow } = state;
  return { view: served.view(), state, newRow: () => (lastRow += 1), newId, settle: () => undefined };
}
