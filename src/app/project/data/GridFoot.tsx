import { counted, shown } from '../../ui/display/numbers';
import { commandKey } from '../../ui/forms/useShortcuts';
import { WideOnly } from '../../ui/layout/spacing';
import { Key } from '../../ui/display/text';
import { FootLine } from './gridStyles';

interface GridFootProps {
  /** Rows that are shown, when scrolled to them. */
  readonly total: number;
  /** All rows of the tab. */
  readonly all: number;
  readonly columns: number;
  /** First and last row on the screen, from 0. */
  readonly first: number;
  readonly last: number;
  /** Whether rows are chosen, by a search or filters. */
  readonly chosen: boolean;
  /** Whether cells can be edited. */
  readonly writable?: boolean;
  /** Whether the keys of the grid work here. */
  readonly keys?: boolean;
}

const rowsInWords = ({ total, all, chosen }: GridFootProps) =>
  chosen ? `${shown(total)} of ${counted(Math.max(all, total), 'row')}` : counted(total, 'row');

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

/** What is known of the rows, under the grid. */
export const GridFoot = (props: GridFootProps) => (
  <FootLine>
    <span role="status">{`${rowsInWords(props)}, ${counted(props.columns, 'column')}`}</span>
    {props.keys !== false && <KeyHints writable={props.writable === true} />}
    <span>{`${shown(props.first + 1)} to ${shown(props.last + 1)} of ${shown(props.total)}`}</span>
  </FootLine>
);
