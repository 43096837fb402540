import styled from 'styled-components';
import type { Column } from '../../../contract/rows';
import { type ColumnItem, headProps, columnStyle } from '../../grid/gridCells';
import { Edge, HeadRow } from '../../grid/gridStyles';
import type { ColumnSizing } from '../../grid/useColumnSizing';
import { HeadId, HeadName } from './gridStyles';
import type { Sort } from '../rows/question';

/** Whether a column has numbers, which are right-aligned. */
export const isNumber = ({ type }: Column) => type === 'integer' || type === 'number';

const Arrow = styled.b`
  margin-left: 4px;
  color: var(--accent-text);
  font-weight: inherit;
`;

const sortWords = { true: 'descending', false: 'ascending' } as const;
const sortSigns = { true: '↓', false: '↑' } as const;

interface GridHeadProps {
  /** Id of the grid, the prefix of the ids of its cells. */
  readonly grid: string;
  readonly columns: readonly Column[];
  /** Columns on the screen. */
  readonly items: readonly ColumnItem[];
  readonly sort: Sort | null;
  /** Number of the active header cell, 0 for `_id`; undefined unless a header cell is active. */
  readonly active?: number;
  /** Sorts by a column on a click; keys are handled by the grid. */
  readonly onSort?: (column: string) => void;
  /** Resizes columns by mouse; keys are handled by the grid. */
  readonly sizing?: Pick<ColumnSizing, 'edgeProps'>;
}

/** The header row: names and types of the columns. */
export const GridHead = ({ grid, columns, items, sort, active, onSort, sizing }: GridHeadProps) => (
  <HeadRow role="row" aria-rowindex={1}>
    <HeadId {...headProps(grid, 0)} $active={active === 0}>
      <span>_id</span>
      <span>text</span>
    </HeadId>
    {items.map((item) => {
      const column = columns[item.index];
      if (column === undefined) return null;
      const { key, header, type } = column;
      const direction = sort?.column === key ? (`${sort.descending}` as const) : undefined;
      return (
        <HeadName
          {...headProps(grid, item.index + 1)}
          key={key}
          aria-sort={direction && sortWords[direction]}
          title={header || key}
          $right={isNumber(column)}
          $active={active === item.index + 1}
          $pressable={onSort !== undefined}
          style={columnStyle(item, columns.length)}
          onClick={onSort && (() => onSort(key))}
        >
          <span>
            <span data-words="">{key}</span>
            {direction && <Arrow aria-hidden="true">{sortSigns[direction]}</Arrow>}
          </span>
          <span>{type}</span>
          {sizing && <Edge {...sizing.edgeProps({ column: key, width: item.size })} />}
        </HeadName>
      );
    })}
  </HeadRow>
);
