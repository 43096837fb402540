import { type InputHTMLAttributes, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Column, ColumnType } from '../../../contract/rows';
import { typesCharacter } from '../../grid/pressedKey';
import { booleanTextFor } from './values';

/** Native input types, and the format of their values. */
const fields: Partial<Record<ColumnType, { readonly type: string; readonly value: RegExp }>> = {
  date: { type: 'date', value: /^\d{4}-\d{2}-\d{2}$/ },
  time: { type: 'time', value: /^\d{2}:\d{2}(?::\d{2})?$/ },
};

/** Returns the native input type for a text, or `text` if that type cannot hold it. */
const fieldFor = (type: ColumnType, text: string) => {
  const field = fields[type];
  return field !== undefined && (text === '' || field.value.test(text)) ? field.type : 'text';
};

type Attributes = 'id' | 'className' | 'autoFocus' | 'disabled' | 'aria-label' | 'aria-invalid' | 'aria-describedby';

interface ValueInputProps extends Pick<InputHTMLAttributes<HTMLElement>, Attributes | 'onKeyDown' | 'onBlur'> {
  readonly column: Pick<Column, 'type'>;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** An input for a value of a column: a select for booleans, native inputs for dates and times, else a text input. */
export function ValueInput({ column: { type }, value, onChange, autoFocus = false, ...rest }: ValueInputProps) {
  const [field] = useState(() => fieldFor(type, value));
  const element = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (!autoFocus) return;
    element.current?.focus({ preventScroll: true });
    const { current } = element;
    if (current instanceof HTMLTextAreaElement) current.setSelectionRange(current.value.length, current.value.length);
  }, [autoFocus]);
  const common = { ...rest, value, onChange: (event: { target: { value: string } }) => onChange(event.target.value) };
  const ref = (next: HTMLElement | null) => {
    element.current = next;
  };
  /** Selects the value that a letter stands for. Otherwise the browser would search the options by their first letter. */
  const onLetter = (event: KeyboardEvent<HTMLSelectElement>) => {
    rest.onKeyDown?.(event);
    const { key } = event;
    if (key === ' ' || !typesCharacter(event)) return;
    event.preventDefault();
    const text = booleanTextFor(key);
    if (text !== undefined) onChange(text);
  };
  if (type === 'boolean')
    return (
      <select {...common} ref={ref} onKeyDown={onLetter}>
        <option value="">empty</option>
        <option value="true">true</option>
        <option value="false">false</option>
        {!['', 'true', 'false'].includes(value) && <option>{value}</option>}
      </select>
    );
  if (type === 'text') return <textarea {...common} ref={ref} rows={1} spellCheck={false} autoComplete="off" />;
  const isAmount = type === 'integer' || type === 'number';
  return (
    <input
      {...common}
      ref={ref}
      type={field}
      step={field === 'time' ? 1 : undefined}
      inputMode={isAmount ? 'decimal' : undefined}
      autoComplete="off"
    />
  );
}
