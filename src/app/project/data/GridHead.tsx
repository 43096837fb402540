import styled from 'styled-components';
import type { Column } from '../../../contract/rows';
import { type ColumnItem, headProps, placeOf } from '../../grid/gridCells';
import { Edge, HeadRow } from '../../grid/gridStyles';
import type { ColumnSizing } from '../../grid/useColumnSizing';
import { HeadId, HeadName } from './gridStyles';
import type { Sort } from '../rows/question';

/** Whether values of a column stand at the right. */
export const isNumber = ({ type }: Column) => type === 'integer' || type === 'number';

const Arrow = styled.b`
  margin-left: 4px;
  color: var(--accent-text);
  font-weight: inherit;
`;

const sortWords = { true: 'descending', false: 'ascending' } as const;
const sortSigns = { true: '↓', false: '↑' } as const;

interface GridHeadProps {
  /** Id of the grid, by which it names its active cell. */
  readonly grid: string;
  readonly columns: readonly Column[];
  /** The columns that are on the screen. */
  readonly items: readonly ColumnItem[];
  readonly sort: Sort | null;
  /** Number of the active head, 0 for `_id`, when a head is active. */
  readonly active?: number;
  /** Sorts by a column; the mouse may press a head, keys reach it through the grid. */
  readonly onSort?: (column: string) => void;
  /** Gives columns another width, by the mouse; keys reach it through the grid. */
  readonly sizing?: Pick<ColumnSizing, 'edgeProps'>;
}

/** Names and types of the columns. */
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
      const falling = sort?.column === key ? (`${sort.descending}` as const) : undefined;
      return (
        <HeadName
          {...headProps(grid, item.index + 1)}
          key={key}
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
          {sizing && <Edge {...sizing.edgeProps({ column: key, width: item.size })} />}
        </HeadName>
      );
    })}
  </HeadRow>
);
