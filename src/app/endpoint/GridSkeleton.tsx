import { Skeleton, useSkeletonShown } from '../parts/Skeleton';
import { counted } from '../parts/numbers';
import { BodyCell, BodyRow, Canvas, GridFoot, HeadRow, Scroller } from './gridLook';

interface GridSkeletonProps {
  /** How many there will be. */
  readonly columns: number;
  readonly rows: number;
}

const COLUMN = 136;
const MOST_COLUMNS = 9;
const MOST_ROWS = 14;

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

/** The grid's shape while its first rows are read, as high as they will be. */
export function GridSkeleton({ columns, rows }: GridSkeletonProps) {
  const seen = useSkeletonShown();
  const across = upTo(Math.min(columns + 1, MOST_COLUMNS));
  const down = upTo(Math.max(1, Math.min(rows, MOST_ROWS)));
  return (
    <div aria-busy="true">
      <Scroller aria-hidden="true" style={{ overflow: 'hidden' }}>
        <HeadRow />
        <Canvas style={{ height: `calc(${down.length} * var(--row))`, visibility: seen ? 'visible' : 'hidden' }}>
          {down.map((row) => (
            <BodyRow key={row} style={{ top: `calc(${row} * var(--row))` }}>
              {across.map((column) => (
                <BodyCell key={column} style={{ left: column * COLUMN, width: COLUMN, paddingTop: 12 }}>
                  <Skeleton $width={104 - ((row * 7 + column * 11) % 40)} />
                </BodyCell>
              ))}
            </BodyRow>
          ))}
        </Canvas>
      </Scroller>
      <GridFoot>
        <span role="status">Reading rows</span>
        <span>{counted(rows, 'row')}</span>
      </GridFoot>
    </div>
  );
}
