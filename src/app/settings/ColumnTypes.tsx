import { useId } from 'react';
import styled from 'styled-components';
import { type Column, type ColumnType, columnTypes } from '../../contract/rows';
import { FieldError, FieldLabel } from '../parts/Field';
import { Select } from '../parts/Select';
import { Hint } from '../parts/text';

const Set = styled.fieldset`
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;

  & > legend {
    margin-bottom: 8px;
    padding: 0;
    font-size: var(--text-sm);
    font-weight: var(--weight-medium);
    line-height: 20px;
  }
`;

const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(200px, 100%), 1fr));
  gap: 12px 16px;
  max-height: 420px;
  padding: 3px;
  margin: -3px;
  overflow: auto;
`;

const One = styled.div`
  display: grid;
  align-content: start;
  gap: 4px;
  min-width: 0;

  & > label {
    overflow: hidden;
    color: var(--ink-2);
    font-weight: var(--weight-regular);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

type Types = Readonly<Record<string, ColumnType | ''>>;

interface ColumnTypesProps {
  readonly columns: readonly Column[];
  readonly saving: boolean;
  /** By column key. */
  readonly chosen: Types;
  /** Those that are saved. */
  readonly saved: Types;
  readonly error: (key: string) => string | undefined;
  readonly onChoose: (key: string, type: ColumnType | '') => void;
}

interface ColumnTypeProps extends Omit<ColumnTypesProps, 'columns' | 'error'> {
  readonly column: Column;
  readonly error: string | undefined;
}

/** The type of one column. What was found is known only where nothing was decided. */
function ColumnTypeField({ column: { key, type }, saving, chosen, saved, error, onChoose }: ColumnTypeProps) {
  const id = useId();
  return (
    <One>
      <FieldLabel htmlFor={id} title={key}>
        {key}
      </FieldLabel>
      <Select
        id={id}
        value={chosen[key] ?? ''}
        disabled={saving}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={({ target }) => onChoose(key, target.value as ColumnType | '')}
      >
        <option value="">{saved[key] ? 'As found' : `As found: ${type}`}</option>
        {columnTypes.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </Select>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </One>
  );
}

/** The types of a sheet's columns. */
export const ColumnTypes = ({ columns, error, ...rest }: ColumnTypesProps) => (
  <Set>
    <legend>Column types</legend>
    {columns.length === 0 ? (
      <Hint>This sheet has no columns yet.</Hint>
    ) : (
      <Grid>
        {columns.map((column) => (
          <ColumnTypeField key={column.key} column={column} error={error(column.key)} {...rest} />
        ))}
      </Grid>
    )}
  </Set>
);
