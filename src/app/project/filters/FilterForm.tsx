import { useId, useState, type FormEvent } from 'react';
import styled from 'styled-components';
import type { Column, ColumnType } from '../../../contract/rows';
import { Button } from '../../ui/forms/Button';
import { FieldError, FieldLabel, TextInput } from '../../ui/forms/Field';
import { Select } from '../../ui/forms/fieldStyles';
import { filterAdded } from '../rows/endpointSlice';
import { conditionsOf, type Condition } from './filterWords';
import type { TabName } from '../rows/rowsState';
import { useAppDispatch } from '../../storeHooks';

const Form = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 10px;
`;

const Pair = styled.div`
  display: grid;
  gap: 4px;
`;

const inputTypes: Partial<Record<ColumnType, string>> = { date: 'date', datetime: 'datetime-local', time: 'time' };

interface ValueFieldProps {
  readonly id: string;
  readonly type: ColumnType;
  readonly value: string;
  readonly invalid: boolean;
  readonly onChange: (value: string) => void;
}

/** What a column is compared with: a choice for booleans, else typed, with the browser's help for dates and times. */
function ValueField({ id, type, value, invalid, onChange }: ValueFieldProps) {
  if (type === 'boolean')
    return (
      <Select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="true">true</option>
        <option value="false">false</option>
      </Select>
    );
  const isAmount = type === 'integer' || type === 'number';
  return (
    <TextInput
      id={id}
      type={inputTypes[type] ?? 'text'}
      step={type === 'time' || type === 'datetime' ? 1 : undefined}
      inputMode={isAmount ? 'decimal' : undefined}
      autoComplete="off"
      value={value}
      aria-invalid={invalid || undefined}
      aria-describedby={invalid ? `${id}-error` : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** What is being put together. */
interface Draft {
  readonly column: string;
  /** Place of the condition among those of the column's type. */
  readonly condition: number;
  readonly value: string;
  /** Whether it was tried without a value. */
  readonly tried: boolean;
}

/** With more columns than this their names are typed, with the browser's help, instead of picked from a list. */
const MANY = 12;

const beginning = (column: Column | undefined): Draft => ({
  column: column?.key ?? '',
  condition: 0,
  value: column?.type === 'boolean' ? 'true' : '',
  tried: false,
});

function useDraft(columns: readonly Column[]) {
  const [draft, setDraft] = useState(() => beginning(columns.length > MANY ? undefined : columns[0]));
  const column = columns.find(({ key }) => key === draft.column);
  const type = column?.type ?? 'text';
  const conditions = conditionsOf[type];
  const condition: Condition | undefined = conditions[draft.condition] ?? conditions[0];
  const change = (part: Partial<Draft>) => setDraft({ ...draft, tried: false, ...part });
  const chooseColumn = (key: string) => setDraft({ ...beginning(columns.find((one) => one.key === key)), column: key });
  return { draft, column, type, conditions, condition, change, chooseColumn };
}

interface ColumnFieldProps {
  readonly id: string;
  readonly columns: readonly Column[];
  readonly value: string;
  readonly invalid: boolean;
  readonly onChange: (key: string) => void;
}

/** Which column: a choice, or where there are many a name to be typed, of which the browser proposes those that fit. */
function ColumnField({ id, columns, value, invalid, onChange }: ColumnFieldProps) {
  const options = columns.map(({ key }) => <option key={key}>{key}</option>);
  if (columns.length <= MANY)
    return (
      <Select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {options}
      </Select>
    );
  return (
    <>
      <TextInput
        id={id}
        list={`${id}-names`}
        placeholder="Type a part of its name"
        autoComplete="off"
        value={value}
        aria-invalid={invalid || undefined}
        aria-describedby={invalid ? `${id}-error` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={`${id}-names`}>{options}</datalist>
      {invalid && <FieldError id={`${id}-error`}>Choose a column.</FieldError>}
    </>
  );
}

interface FilterFormProps {
  readonly name: TabName;
  readonly columns: readonly Column[];
  readonly onDone: () => void;
}

/** One more filter: a column, what is asked of it, and with what. */
export function FilterForm({ name, columns, onDone }: FilterFormProps) {
  const dispatch = useAppDispatch();
  const id = useId();
  const { draft, column, type, conditions, condition, change, chooseColumn } = useDraft(columns);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const value = condition?.value ?? draft.value.trim();
    if (condition === undefined) return;
    if (column === undefined || value === '') return change({ tried: true });
    dispatch(filterAdded({ ...name, filter: { column: column.key, operator: condition.operator, value } }));
    onDone();
  };
  return (
    <Form onSubmit={submit} noValidate>
      <Pair>
        <FieldLabel htmlFor={`${id}-column`}>Column</FieldLabel>
        <ColumnField
          {...{ id: `${id}-column`, columns, value: draft.column }}
          invalid={draft.tried && column === undefined}
          onChange={chooseColumn}
        />
      </Pair>
      <Pair>
        <FieldLabel htmlFor={`${id}-condition`}>Condition</FieldLabel>
        <Select
          id={`${id}-condition`}
          value={draft.condition}
          onChange={(event) => change({ condition: Number(event.target.value) })}
        >
          {conditions.map(({ words }, place) => (
            <option key={words} value={place}>
              {words}
            </option>
          ))}
        </Select>
      </Pair>
      {condition?.value === undefined && (
        <Pair>
          <FieldLabel htmlFor={`${id}-value`}>Value</FieldLabel>
          <ValueField
            {...{ id: `${id}-value`, type, value: draft.value, invalid: draft.tried && draft.value.trim() === '' }}
            onChange={(value) => change({ value })}
          />
          {draft.tried && draft.value.trim() === '' && <FieldError id={`${id}-value-error`}>Enter a value.</FieldError>}
        </Pair>
      )}
      <Button type="submit" look="primary" size="small">
        Add filter
      </Button>
    </Form>
  );
}
