import { useId } from 'react';
import type { Column, ColumnType } from '../../../contract/rows';
import { Button } from '../../ui/forms/Button';
import { FieldLabel, TextInput, useField } from '../../ui/forms/Field';
import { Options, Select } from '../../ui/forms/fieldStyles';
import { type Form as FormOf, useForm } from '../../ui/forms/useForm';
import { Stack } from '../../ui/layout/spacing';
import { filterAdded, type TabName } from '../rows/endpointSlice';
import { conditionsOf } from './filterWords';
import { useAppDispatch } from '../../storeHooks';

const inputTypes: Partial<Record<ColumnType, string>> = { date: 'date', datetime: 'datetime-local', time: 'time' };

/** State of the form. */
interface Draft {
  readonly column: string;
  /** Index of the condition in the list of the column's type. */
  readonly condition: string;
  readonly value: string;
}

type FilterField = ReturnType<FormOf<Draft>['field']>;

/** The value of the filter: a select for booleans, else an input, with the browser's pickers for dates and times. */
function ValueField({ type, error, ...input }: FilterField & { readonly type: ColumnType }) {
  const { props, line } = useField({ error });
  const isAmount = type === 'integer' || type === 'number';
  return (
    <Stack $gap={4}>
      <FieldLabel htmlFor={props.id}>Value</FieldLabel>
      {type === 'boolean' ? (
        <Select {...input} {...props}>
          <Options of={['true', 'false']} />
        </Select>
      ) : (
        <TextInput
          {...input}
          {...props}
          type={inputTypes[type] ?? 'text'}
          step={type === 'time' || type === 'datetime' ? 1 : undefined}
          inputMode={isAmount ? 'decimal' : undefined}
          autoComplete="off"
        />
      )}
      {line}
    </Stack>
  );
}

/** Maximum number of columns in a select; with more, the column is an input with suggestions. */
const MAX_SELECT_COLUMNS = 12;

/** The column of the filter: a select, or an input with suggestions where there are many columns. */
function ColumnField({ columns, error, ...input }: FilterField & { readonly columns: readonly Column[] }) {
  const { props, line } = useField({ error });
  const options = <Options of={columns.map(({ key }) => key)} />;
  return (
    <Stack $gap={4}>
      <FieldLabel htmlFor={props.id}>Column</FieldLabel>
      {columns.length <= MAX_SELECT_COLUMNS ? (
        <Select {...input} {...props}>
          {options}
        </Select>
      ) : (
        <>
          <TextInput
            {...input}
            {...props}
            list={`${props.id}-names`}
            placeholder="Type a part of its name"
            autoComplete="off"
          />
          <datalist id={`${props.id}-names`}>{options}</datalist>
        </>
      )}
      {line}
    </Stack>
  );
}

const initialDraft = (column: Column | undefined): Draft => ({
  column: column?.key ?? '',
  condition: '0',
  value: column?.type === 'boolean' ? 'true' : '',
});

/** Resolves the column, condition and value of a draft. */
function resolveDraft(columns: readonly Column[], draft: Draft) {
  const column = columns.find(({ key }) => key === draft.column);
  const conditions = conditionsOf[column?.type ?? 'text'];
  const condition = conditions[Number(draft.condition)] ?? conditions[0];
  return { column, type: column?.type ?? 'text', conditions, condition, value: condition?.value ?? draft.value.trim() };
}

interface FilterFormProps {
  readonly name: TabName;
  readonly columns: readonly Column[];
  readonly onDone: () => void;
}

function useFilterForm({ name, columns, onDone }: FilterFormProps) {
  const dispatch = useAppDispatch();
  return useForm(initialDraft(columns.length > MAX_SELECT_COLUMNS ? undefined : columns[0]), {
    problems: (draft) => {
      const { column, value } = resolveDraft(columns, draft);
      return {
        column: column === undefined ? 'Choose a column.' : undefined,
        value: value === '' ? 'Enter a value.' : undefined,
      };
    },
    onSubmit: (draft) => {
      const { column, condition, value } = resolveDraft(columns, draft);
      if (column === undefined || condition === undefined) return;
      dispatch(filterAdded({ ...name, filter: { column: column.key, operator: condition.operator, value } }));
      onDone();
    },
  });
}

/** The form that adds a filter: column, condition, value. */
export function FilterForm(filter: FilterFormProps) {
  const { columns } = filter;
  const id = useId();
  const { props, field, values, restart } = useFilterForm(filter);
  const { type, conditions, condition } = resolveDraft(columns, values);
  const chooseColumn = (column: string) =>
    restart({ ...initialDraft(columns.find(({ key }) => key === column)), column });
  return (
    <Stack as="form" $gap={10} {...props}>
      <ColumnField {...field('column')} columns={columns} onChange={({ target }) => chooseColumn(target.value)} />
      <Stack $gap={4}>
        <FieldLabel htmlFor={id}>Condition</FieldLabel>
        <Select id={id} name="condition" value={values.condition} onChange={field('condition').onChange}>
          <Options of={conditions.map(({ words }, place) => [place, words])} />
        </Select>
      </Stack>
      {condition?.value === undefined && <ValueField {...field('value')} type={type} />}
      <Button type="submit" look="primary" size="small">
        Add filter
      </Button>
    </Stack>
  );
}
