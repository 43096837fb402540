import { Delayed, Skeleton } from '../../ui/layout/Skeleton';
import { counted } from '../../ui/display/numbers';
import { HeadRow } from '../../grid/gridStyles';
import { FootLine, HeadId, HeadName, ID_WIDTH, Rows, Scroller } from './gridStyles';

interface GridSkeletonProps {
  /** How many there will be. */
  readonly columns: number;
  readonly rows: number;
}

const COLUMN = 136;
const MOST_COLUMNS = 8;
const MOST_ROWS = 14;

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);
const placeOf = (column: number) => ({ left: ID_WIDTH + column * COLUMN, width: COLUMN });

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

/** The grid's shape while its first rows are read, as high as they will be. */
export function GridSkeleton({ columns, rows }: GridSkeletonProps) {
  const across = upTo(Math.min(columns, MOST_COLUMNS));
  const down = upTo(Math.max(1, Math.min(rows, MOST_ROWS)));
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
