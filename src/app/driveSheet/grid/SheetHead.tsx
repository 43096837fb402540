import { lettersOf } from '../../../contract/gridCells';
import { type ColumnItem, headProps, on, placeOf } from '../../grid/gridCells';
import type { CellRange } from '../../grid/gridMoves';
import { Edge } from '../../grid/gridStyles';
import type { ColumnSizing } from '../../grid/useColumnSizing';
import { IconButton } from '../../ui/forms/Button';
import { Unseen } from '../../ui/display/text';
import { AfterColumns, Corner, HeadRow, Letter } from './cellStyles';

interface SheetHeadProps {
  readonly grid: string;
  readonly items: readonly ColumnItem[];
  /** Pixels of all columns together. */
  readonly end: number;
  /** What is marked. */
  readonly columns: CellRange['columns'];
  readonly sizing: ColumnSizing;
  readonly onAdd: () => void;
}

/** The letters above the columns, and the button that adds one. */
export const SheetHead = ({ grid, items, end, columns: { first, last }, sizing, onAdd }: SheetHeadProps) => (
  <HeadRow role="row" aria-rowindex={1}>
    <Corner role="columnheader">
      <Unseen>Row</Unseen>
    </Corner>
    {items.map((item) => {
      const column = item.index + 1;
      const letters = lettersOf(column);
      return (
        <Letter
          {...headProps(grid, column)}
          key={column}
          style={placeOf(item)}
          data-marked={on(column >= first && column <= last)}
        >
          {letters}
          <Edge {...sizing.edgeProps({ column: letters, width: item.size })} />
        </Letter>
      );
    })}
    <AfterColumns role="columnheader" style={{ left: end }}>
      <IconButton icon="plus" label="Add a column" title="Add a column" onClick={onAdd} />
    </AfterColumns>
  </HeadRow>
);
