import type { VirtualItem } from '@tanstack/react-virtual';
import styled from 'styled-components';
import type { Column } from '../../../contract/rows';
import { HeadCell, HeadId, HeadRow } from './gridStyles';
import { cellId, HEAD } from '../../grid/gridMoves';
import type { useColumnSizing } from './useColumnSizing';
import type { Sort } from '../rows/question';

/** Whether values of a column stand at the right. */
export const isNumber = ({ type }: Column) => type === 'integer' || type === 'number';

/** Where a column stands: the last one takes what room is left. */
export const placeOf = ({ index, start, size }: Pick<VirtualItem, 'index' | 'start' | 'size'>, count: number) =>
  index === count - 1 ? { left: start, right: 0, minWidth: size } : { left: start, width: size };

const Arrow = styled.b`
  margin-left: 4px;
  color: var(--accent-text);
  font-weight: inherit;
`;

/** The edge by which a column is made wider or narrower. */
const Edge = styled.i`
  position: absolute;
  top: 0;
  right: -1px;
  bottom: 0;
  width: 9px;
  cursor: col-resize;
  touch-action: none;

  &:hover,
  &:active {
    border-right: 2px solid var(--accent);
  }
`;

const sortWords = { true: 'descending', false: 'ascending' } as const;
const sortSigns = { true: '↓', false: '↑' } as const;

interface GridHeadProps {
  /** Id of the grid, by which it names its active cell. */
  readonly grid: string;
  readonly columns: readonly Column[];
  /** The columns that are on the screen. */
  readonly items: readonly Pick<VirtualItem, 'index' | 'start' | 'size'>[];
  readonly sort: Sort | null;
  /** Number of the active head, 0 for `_id`, when a head is active. */
  readonly active?: number;
  /** Sorts by a column; the mouse may press a head, keys reach it through the grid. */
  readonly onSort?: (column: string) => void;
  /** Gives columns another width, by the mouse; keys reach it through the grid. */
  readonly sizing?: Pick<ReturnType<typeof useColumnSizing>, 'onEdgeDown' | 'onEdgeDoubled'>;
}

/** Names and types of the columns. */
export const GridHead = ({ grid, columns, items, sort, active, onSort, sizing }: GridHeadProps) => (
  <HeadRow role="row" aria-rowindex={1}>
    <HeadId role="columnheader" id={cellId(grid, HEAD, 0)} aria-colindex={1} $active={active === 0}>
      <span>_id</span>
      <span>text</span>
    </HeadId>
    {items.map((item) => {
      const column = columns[item.index];
      if (column === undefined) return null;
      const { key, header, type } = column;
      const falling = sort?.column === key ? (`${sort.descending}` as const) : undefined;
      return (
        <HeadCell
          key={key}
          role="columnheader"
          id={cellId(grid, HEAD, item.index + 1)}
          aria-colindex={item.index + 2}
          aria-sort={falling && sortWords[falling]}
          title={header || key}
          $right={isNumber(column)}
          $active={active === item.index + 1}
          $pressable={onSort !== undefined}
          style={placeOf(item, columns.length)}
          onClick={onSort && (() => onSort(key))}
        >
          <span>
            <span data-words="">{key}</span>
            {falling && <Arrow aria-hidden="true">{sortSigns[falling]}</Arrow>}
          </span>
          <span>{type}</span>
          {sizing && (
            <Edge
              data-edge=""
              onPointerDown={(event) => sizing.onEdgeDown(event, { column: key, width: item.size })}
              onDoubleClick={(event) => sizing.onEdgeDoubled(event, { column: key, width: item.size })}
              onClick={(event) => event.stopPropagation()}
            />
          )}
        </HeadCell>
      );
    })}
  </HeadRow>
);
