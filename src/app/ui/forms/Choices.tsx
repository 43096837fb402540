import { type ReactNode, useId, useState } from 'react';
import styled from 'styled-components';
import { fineText, smallText } from '../display/text';
import { FieldError, FieldLabel, TextInput } from './Field';

/** A group of fields, without a look of its own. */
export const Fieldset = styled.fieldset`
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
`;

/** What a group of fields is about. */
export const Legend = styled(FieldLabel).attrs({ as: 'legend' })`
  padding: 0;
  margin-bottom: 6px;
`;

const Set = styled(Fieldset)`
  display: grid;
  gap: 6px;
`;

const Choice = styled.label`
  display: flex;
  align-items: flex-start;
  gap: 10px;
  min-height: 24px;
  ${smallText}

  & > input {
    flex: none;
    width: 16px;
    height: 16px;
    margin: 2px 0 0;
    accent-color: var(--accent);
  }
  & small {
    display: block;
    ${fineText}
  }
`;

const Search = styled(TextInput)`
  margin-bottom: 6px;
`;

/** With more answers than this there is a search. */
const MANY = 12;

export interface ChoiceOption<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
}

interface ChoicesProps<T extends string> {
  readonly legend: string;
  readonly options: readonly ChoiceOption<T>[];
  /** Those that are on. */
  readonly chosen: readonly T[];
  /** Whether several may be on at the same time. */
  readonly several?: boolean;
  readonly error?: string;
  readonly onChoose: (value: T, on: boolean) => void;
}

const Label = ({ label, hint }: { readonly label: string; readonly hint?: ReactNode }) => (
  <span>
    {label}
    {hint && <small>{hint}</small>}
  </span>
);

/** A question with answers: one of them, or several. Many can be searched. */
export function Choices<T extends string>({
  legend,
  options,
  chosen,
  several = false,
  error,
  onChoose,
}: ChoicesProps<T>) {
  const id = useId();
  const [search, setSearch] = useState('');
  const sought = search.trim().toLowerCase();
  const found = options.filter(({ label }) => label.toLowerCase().includes(sought));
  return (
    <Set aria-describedby={error ? `${id}-error` : undefined}>
      <Legend>{legend}</Legend>
      {options.length > MANY && (
        <Search
          type="search"
          aria-label="Search"
          placeholder="Search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {found.map(({ value, label, hint }) => (
        <Choice key={value}>
          <input
            type={several ? 'checkbox' : 'radio'}
            name={id}
            checked={chosen.includes(value)}
            onChange={(event) => onChoose(value, event.target.checked)}
          />
          <Label label={label} hint={hint} />
        </Choice>
      ))}
      {options.length > MANY && <div role="status">{found.length === 0 && 'Nothing is called so.'}</div>}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </Set>
  );
}
