import type { VirtualItem } from '@tanstack/react-virtual';
import type { Column } from '../../contract/rows';
import { HeadCell, HeadId, HeadRow } from './gridLook';

/** Whether values of a column stand at the right. */
export const isNumber = ({ type }: Column) => type === 'integer' || type === 'number';

interface GridHeadProps {
  readonly columns: readonly Column[];
  /** The columns that are on the screen. */
  readonly items: readonly VirtualItem[];
}

/** Names and types of the columns. */
export const GridHead = ({ columns, items }: GridHeadProps) => (
  <HeadRow role="row" aria-rowindex={1}>
    <HeadId role="columnheader" aria-colindex={1}>
      <span>_id</span>
      <span>text</span>
    </HeadId>
    {items.map(({ index, start, size }) => {
      const column = columns[index];
      if (column === undefined) return null;
      const place = index === columns.length - 1 ? { left: start, right: 0 } : { left: start, width: size };
      return (
        <HeadCell
          key={column.key}
          role="columnheader"
          aria-colindex={index + 2}
          title={column.header || column.key}
          $right={isNumber(column)}
          style={place}
        >
          <span>{column.key}</span>
          <span>{column.type}</span>
        </HeadCell>
      );
    })}
  </HeadRow>
);
