import { useId } from 'react';
import styled from 'styled-components';
import type { Column } from '../../contract/rows';
import { Field, FieldError, FieldLabel } from '../parts/Field';
import { Select } from '../parts/Select';
import { Hint } from '../parts/text';

const Stack = styled.div`
  display: grid;
  gap: 6px;
`;

/** The row that the columns' headers stand in. */
const headerRowOf = ([first]: readonly Column[]) => /\d+$/.exec(first?.cell ?? '')?.[0];

interface PartProps {
  readonly columns: readonly Column[];
  readonly value: string;
  readonly error: string | undefined;
  readonly saving: boolean;
  readonly onChange: (value: string) => void;
}

/** Which row holds the names of the columns. */
export function HeaderRow({ columns, value, error, saving, onChange }: PartProps) {
  const found = headerRowOf(columns);
  return (
    <Field
      label="Header row"
      hint={found === undefined ? 'No header row was found.' : 'Empty lets it be found.'}
      placeholder={found === undefined ? '' : `Found in row ${found}`}
      inputMode="numeric"
      autoComplete="off"
      readOnly={saving}
      error={error}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** Which column gives rows their ids. */
export function KeyColumn({ columns, value, error, saving, onChange }: PartProps) {
  const id = useId();
  const isKnown = value === '' || columns.some(({ key }) => key === value);
  return (
    <Stack>
      <FieldLabel htmlFor={id}>Key column</FieldLabel>
      <Select
        id={id}
        value={value}
        disabled={saving}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-line`}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">None: rows have ids of ours</option>
        {!isKnown && <option value={value}>{value}</option>}
        {columns.map(({ key }) => (
          <option key={key} value={key}>
            {key}
          </option>
        ))}
      </Select>
      {error ? (
        <FieldError id={`${id}-line`}>{error}</FieldError>
      ) : (
        <Hint id={`${id}-line`}>Its values become the rows’ ids, so none may come twice.</Hint>
      )}
    </Stack>
  );
}

interface MergedCellsProps {
  readonly repeated: boolean;
  readonly saving: boolean;
  readonly onChange: (repeated: boolean) => void;
}

/** What becomes of cells that are merged. */
export function MergedCells({ repeated, saving, onChange }: MergedCellsProps) {
  const id = useId();
  return (
    <Stack>
      <FieldLabel htmlFor={id}>Merged cells</FieldLabel>
      <Select
        id={id}
        value={repeated ? 'each' : 'first'}
        disabled={saving}
        aria-describedby={`${id}-line`}
        onChange={({ target }) => onChange(target.value === 'each')}
      >
        <option value="first">Value in the first cell</option>
        <option value="each">Value in each cell</option>
      </Select>
      <Hint id={`${id}-line`}>Where it stands in each, merged cells are edited in the sheet alone.</Hint>
    </Stack>
  );
}
