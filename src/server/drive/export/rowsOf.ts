import type { GridRow } from '../../../contract/driveGrid';
import { createBreathing } from '../../endpoints/engine/breathing';
import type { GridTab } from '../grid/gridTab';

/** Rows that are written out at once. */
const AT_ONCE = 200;

/** All rows of a tab in pieces, between which others get their turn; what is not asked for is not read. */
export async function* rowsOf(tab: GridTab): AsyncGenerator<readonly GridRow[], void, undefined> {
  const breathe = createBreathing();
  for (let from = 1; from <= tab.lastRow; from += AT_ONCE) {
    yield tab.rows(from, from + AT_ONCE - 1);
    const pause = breathe();
    if (pause) await pause;
  }
}
