import type { TryItFieldsProps } from './TryItFields';
import { withColumn } from './callDraft';
import { type FilterOperator, operatorsOf, operatorWord } from './filterOperators';
import { FieldLine, FieldRow, SmallInput, SmallSelect } from './tryItLook';

/** A column, what is asked of it, and the value. */
export function FilterField({ draft, columns, onChange }: Pick<TryItFieldsProps, 'draft' | 'columns' | 'onChange'>) {
  const column = columns.find(({ key }) => key === draft.column);
  if (column === undefined) return null;
  const choose = (key: string) => {
    const chosen = columns.find((each) => each.key === key);
    if (chosen) onChange(withColumn(draft, chosen));
  };
  const ask = (operator: FilterOperator) => onChange({ operator, ...(operator === 'isblank' && { value: 'true' }) });
  return (
    <FieldRow role="group" aria-label="Filter">
      <span aria-hidden="true">filter</span>
      <FieldLine>
        <SmallSelect
          $width={132}
          aria-label="Column"
          value={draft.column}
          onChange={({ target }) => choose(target.value)}
        >
          {columns.map(({ key }) => (
            <option key={key} value={key}>
              {key}
            </option>
          ))}
        </SmallSelect>
        <SmallSelect
          $width={draft.operator.length > 3 ? 104 : 56}
          aria-label="Operator"
          value={draft.operator}
          onChange={({ target }) => ask(target.value as FilterOperator)}
        >
          {operatorsOf(column.type).map((operator) => (
            <option key={operator} value={operator}>
              {operatorWord(operator)}
            </option>
          ))}
        </SmallSelect>
        <SmallInput
          aria-label="Value"
          autoComplete="off"
          spellCheck={false}
          value={draft.value}
          onChange={({ target }) => onChange({ value: target.value })}
        />
      </FieldLine>
    </FieldRow>
  );
}
