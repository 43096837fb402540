import { counted, formatNumber } from '../../ui/display/numbers';
import { commandKey } from '../../ui/forms/useShortcuts';
import { WideOnly } from '../../ui/layout/spacing';
import { Key } from '../../ui/display/text';
import { FootLine } from './gridStyles';

interface GridFootProps {
  /** Number of rows that match the question. */
  readonly total: number;
  /** Number of rows of the tab. */
  readonly all: number;
  readonly columns: number;
  /** Indexes of the first and last row on the screen, from 0. */
  readonly first: number;
  readonly last: number;
  /** Whether there is a search or a filter. */
  readonly isFiltered: boolean;
  /** Whether cells can be edited. */
  readonly writable?: boolean;
  /** Whether to show the keys of the grid. */
  readonly keys?: boolean;
}

const rowsInWords = ({ total, all, isFiltered }: GridFootProps) =>
  isFiltered ? `${formatNumber(total)} of ${counted(Math.max(all, total), 'row')}` : counted(total, 'row');

const KeyHints = ({ writable }: Pick<GridFootProps, 'writable'>) => (
  <>
    <WideOnly aria-hidden="true">
      <Key>↑</Key> <Key>↓</Key> <Key>←</Key> <Key>→</Key> move
    </WideOnly>
    <WideOnly aria-hidden="true">
      <Key>{commandKey('C')}</Key> copy cell
    </WideOnly>
    {writable === true && (
      <>
        <WideOnly aria-hidden="true">
          <Key>↵</Key> edit
        </WideOnly>
        <WideOnly aria-hidden="true">
          <Key>⇧↵</Key> add row
        </WideOnly>
      </>
    )}
    <WideOnly aria-hidden="true">
      <Key>{writable === true ? 'Space' : '↵'}</Key> open row
    </WideOnly>
  </>
);

/** The line below the grid: number of rows and columns, keys, visible range. */
export const GridFoot = (props: GridFootProps) => (
  <FootLine>
    <span role="status">{`${rowsInWords(props)}, ${counted(props.columns, 'column')}`}</span>
    {props.keys !== false && <KeyHints writable={props.writable === true} />}
    <span>{`${formatNumber(props.first + 1)} to ${formatNumber(props.last + 1)} of ${formatNumber(props.total)}`}</span>
  </FootLine>
);
