import { useMemo } from 'react';
import type { Column } from '../../../contract/rows';
import { columnWidths } from './columnWidths';
import { GridHead } from './GridHead';
import { Canvas, HEAD_HEIGHT, ID_WIDTH, Scroller } from './gridStyles';

/** More than these are never seen without rows to scroll through. */
const MOST_COLUMNS = 40;

function placesOf(widths: readonly number[]) {
  let start = ID_WIDTH;
  return widths.map((size, index) => {
    const place = { index, start, size };
    start += size;
    return place;
  });
}

interface HeadOnlyProps {
  readonly columns: readonly Column[];
  /** The tab's title. */
  readonly title: string;
}

/** The head of the grid where there are no rows under it. */
export function HeadOnly({ columns, title }: HeadOnlyProps) {
  const items = useMemo(() => placesOf(columnWidths(columns.slice(0, MOST_COLUMNS), [])), [columns]);
  const last = items.at(-1);
  if (last === undefined) return null;
  return (
    <Scroller role="table" aria-label={`Columns of ${title}`} tabIndex={0}>
      <Canvas role="presentation" style={{ width: last.start + last.size, height: HEAD_HEIGHT }}>
        <GridHead grid="head" columns={columns.slice(0, MOST_COLUMNS)} items={items} sort={null} />
      </Canvas>
    </Scroller>
  );
}
