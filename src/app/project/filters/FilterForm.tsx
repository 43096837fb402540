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

/** What is being put together. */
interface Draft {
  readonly column: string;
  /** Place of the condition among those of the column's type. */
  readonly condition: string;
  readonly value: string;
}

type FilterField = ReturnType<FormOf<Draft>['field']>;

/** What a column is compared with: a choice for booleans, else typed, with the browser's help for dates and times. */
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

/** With more columns than this their names are typed, with the browser's help, instead of picked from a list. */
const MANY = 12;

/** Which column: a choice, or where there are many a name to be typed, of which the browser proposes those that fit. */
function ColumnField({ columns, error, ...input }: FilterField & { readonly columns: readonly Column[] }) {
  const { props, line } = useField({ error });
  const options = <Options of={columns.map(({ key }) => key)} />;
  return (
    <Stack $gap={4}>
      <FieldLabel htmlFor={props.id}>Column</FieldLabel>
      {columns.length <= MANY ? (
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

const beginning = (column: Column | undefined): Draft => ({
  column: column?.key ?? '',
  condition: '0',
  value: column?.type === 'boolean' ? 'true' : '',
});

/** What a draft is about: its column, and what is asked of it. */
function partsOf(columns: readonly Column[], draft: Draft) {
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
  return useForm(beginning(columns.length > MANY ? undefined : columns[0]), {
    problems: (draft) => {
      const { column, value } = partsOf(columns, draft);
      return {
        column: column === undefined ? 'Choose a column.' : undefined,
        value: value === '' ? 'Enter a value.' : undefined,
      };
    },
    onSubmit: (draft) => {
      const { column, condition, value } = partsOf(columns, draft);
      if (column === undefined || condition === undefined) return;
      dispatch(filterAdded({ ...name, filter: { column: column.key, operator: condition.operator, value } }));
      onDone();
    },
  });
}

/** One more filter: a column, what is asked of it, and with what. */
export function FilterForm(filter: FilterFormProps) {
  const { columns } = filter;
  const id = useId();
  const { props, field, values, restart } = useFilterForm(filter);
  const { type, conditions, condition } = partsOf(columns, values);
  const chooseColumn = (column: string) => restart({ ...beginning(columns.find(({ key }) => key === column)), column });
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
