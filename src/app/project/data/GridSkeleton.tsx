import { Delayed, Skeleton } from '../../ui/layout/Skeleton';
import { counted } from '../../ui/display/numbers';
import { HeadRow } from '../../grid/gridStyles';
import { FootLine, HeadId, HeadName, ID_WIDTH, Rows, Scroller } from './gridStyles';

interface GridSkeletonProps {
  /** Expected numbers of columns and rows. */
  readonly columns: number;
  readonly rows: number;
}

const COLUMN_WIDTH = 136;
const MAX_COLUMNS = 8;
const MAX_ROWS = 14;

const indexes = (count: number) => Array.from({ length: count }, (_, index) => index);
const placeOf = (column: number) => ({ left: ID_WIDTH + column * COLUMN_WIDTH, width: COLUMN_WIDTH });

const Head = ({ columns }: { readonly columns: readonly number[] }) => (
  <HeadRow>
    <HeadId>
      <span>_id</span>
      <span>text</span>
    </HeadId>
    {columns.map((column) => (
      <HeadName key={column} style={placeOf(column)}>
        <Skeleton as="div" $width={88} style={{ marginTop: 3 }} />
        <Skeleton as="div" $width={40} $height={8} style={{ marginTop: 8 }} />
      </HeadName>
    ))}
  </HeadRow>
);

/** Placeholder of the grid while its first page loads, as high as the rows will be. */
export function GridSkeleton({ columns, rows }: GridSkeletonProps) {
  const across = indexes(Math.min(columns, MAX_COLUMNS));
  const down = indexes(Math.max(1, Math.min(rows, MAX_ROWS)));
  return (
    <div aria-busy="true">
      <Scroller aria-hidden="true" style={{ overflow: 'hidden' }}>
        <Delayed>
          <Head columns={across} />
          <Rows style={{ height: `calc(${down.length} * var(--row))` }}>
            {down.map((row) => (
              <div data-row="" key={row} style={{ top: `calc(${row} * var(--row))` }}>
                <div data-cell="side" style={{ paddingTop: 12 }}>
                  <Skeleton $width={64} style={{ marginLeft: 'auto' }} />
                </div>
                {across.map((column) => (
                  <div data-cell="" key={column} style={{ ...placeOf(column), paddingTop: 12 }}>
                    <Skeleton $width={104 - ((row * 7 + column * 11) % 40)} />
                  </div>
                ))}
              </div>
            ))}
          </Rows>
        </Delayed>
      </Scroller>
      <FootLine>
        <span role="status">Reading rows</span>
        <span>{counted(rows, 'row')}</span>
      </FootLine>
    </div>
  );
}
