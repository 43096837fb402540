import { type CSSProperties, memo } from 'react';
import type { CellValue, Column, Row } from '../../../contract/rows';
import { formatNumber } from '../../ui/display/numbers';
import { CellContent } from './CellContent';
import type { RowEdits } from '../edit/gridEditing';
import { EVERY_CELL } from '../rows/rowPageCache';
import { isNumber } from './GridHead';
import { Bar } from './gridStyles';
import {
  cellProps,
  type ColumnItem,
  booleanAttribute,
  columnStyle,
  type RowPlace,
  rowProps,
} from '../../grid/gridCells';

/** Maximum number of characters in a cell; the row panel shows the whole text. */
const MAX_CHARACTERS = 300;

const shortened = (value: CellValue) =>
  typeof value === 'string' && value.length > MAX_CHARACTERS ? `${value.slice(0, MAX_CHARACTERS)}…` : value;

interface GridRowProps extends RowPlace {
  /** Offset from the header in pixels. */
  readonly top: number;
  /** Undefined while its page is not loaded. */
  readonly row: Row | undefined;
  readonly columns: readonly Column[];
  /** Columns on the screen. */
  readonly items: readonly ColumnItem[];
  /** Columns whose cells have just changed. */
  readonly fresh: readonly string[] | undefined;
  /** Drafts and locks of this row; undefined while editing is not available. */
  readonly edits: RowEdits | undefined;
}

/** Returns the tooltip of an id: the number of the row in the sheet. */
const rowWords = (row: Row | undefined) =>
  typeof row?._row === 'number' ? `Row ${formatNumber(row._row)} of the sheet` : row?._id;

/** Returns the attributes of a cell with a draft, and of a read-only cell. */
function editProps({ row, edits }: GridRowProps, column: string, id: string) {
  const draft = edits?.drafts.get(column);
  const lock = row && edits?.lockOf(row, column);
  return {
    'aria-readonly': lock === undefined ? undefined : true,
    'aria-invalid': draft?.state.phase === 'refused' || undefined,
    'aria-describedby': draft && `${id}-says`,
    'data-edit': draft && (draft.open ? 'open' : draft.state.phase),
    'data-locked': booleanAttribute(lock !== undefined),
    title: lock,
  };
}

/** Whether all cells of a row have just changed: it is new. */
const isNewRow = (fresh: GridRowProps['fresh']) => fresh?.[0] === EVERY_CELL[0];

interface CellProps {
  readonly row: GridRowProps;
  readonly column: Column;
  /** Number of the column, from 1. */
  readonly at: number;
  readonly style: CSSProperties;
}

/** A cell with its value or its draft. */
function ValueCell({ row: props, column, at, style }: CellProps) {
  const { row, fresh, edits } = props;
  const cell = cellProps(props, at);
  const draft = edits?.drafts.get(column.key);
  const value = row === undefined ? <Bar /> : <CellContent value={shortened(row[column.key] ?? null)} />;
  return (
    <div
      {...cell}
      {...editProps(props, column.key, cell.id)}
      data-cell={isNumber(column) ? 'right' : ''}
      data-fresh={booleanAttribute(isNewRow(fresh) || (fresh?.includes(column.key) ?? false))}
      style={style}
    >
      {edits && draft ? (
        <edits.Cell edits={edits} draft={draft} column={column} messageId={`${cell.id}-says`} />
      ) : (
        value
      )}
    </div>
  );
}

/** One row of the grid, with placeholders while its page is not loaded. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { index, top, row, columns, items, fresh } = props;
  return (
    <div {...rowProps(index, top)} aria-busy={row === undefined || undefined}>
      <div
        {...cellProps(props, 0)}
        data-cell="side"
        aria-readonly={props.edits && true}
        data-fresh={booleanAttribute(isNewRow(fresh))}
        title={rowWords(row)}
      >
        {row === undefined ? <Bar /> : row._id}
      </div>
      {items.map((item) => {
        const column = columns[item.index];
        if (column === undefined) return null;
        return (
          <ValueCell
            key={column.key}
            row={props}
            column={column}
            at={item.index + 1}
            style={columnStyle(item, columns.length)}
          />
        );
      })}
    </div>
  );
});
