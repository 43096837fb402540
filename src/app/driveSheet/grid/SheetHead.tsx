import type { VirtualItem } from '@tanstack/react-virtual';
import type { MouseEvent } from 'react';
import { lettersOf } from '../../../contract/gridCells';
import { IconButton } from '../../ui/forms/Button';
import type { Range } from './selection';
import { Unseen } from '../../ui/display/text';
import { AfterColumns, Corner, HeadRow, Letter } from '../page/sheetStyles';

interface SheetHeadProps {
  readonly columns: readonly VirtualItem[];
  /** Pixels of all columns together. */
  readonly end: number;
  readonly range: Range;
  readonly onLetter: (column: number, event: MouseEvent) => void;
  readonly onAdd: () => void;
}

/** The letters above the columns, and the button that adds one. */
export const SheetHead = ({ columns, end, range, onLetter, onAdd }: SheetHeadProps) => (
  <HeadRow role="row" aria-rowindex={1}>
    <Corner role="columnheader">
      <Unseen>Row</Unseen>
    </Corner>
    {columns.map(({ index, start, size }) => (
      <Letter
        key={index}
        role="columnheader"
        aria-colindex={index + 2}
        style={{ left: start, width: size }}
        $marked={index + 1 >= range.left && index + 1 <= range.right}
        onMouseDown={(event) => onLetter(index + 1, event)}
        onContextMenu={(event) => onLetter(index + 1, event)}
      >
        {lettersOf(index + 1)}
      </Letter>
    ))}
    <AfterColumns role="columnheader" style={{ left: end }}>
      <IconButton icon="plus" label="Add a column" title="Add a column" onClick={onAdd} />
    </AfterColumns>
  </HeadRow>
);
