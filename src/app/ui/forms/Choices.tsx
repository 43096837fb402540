import { type ReactNode, useId, useState } from 'react';
import styled from 'styled-components';
import { fineText, smallText } from '../display/text';
import { FieldLabel, TextInput } from './Field';

/** A fieldset without styles of its own. */
export const Fieldset = styled.fieldset`
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
`;

/** The legend of a fieldset. */
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

/** Maximum number of options without a search field. */
const MAX_WITHOUT_SEARCH = 12;

export interface ChoiceOption<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
}

interface ChoicesProps<T extends string> {
  readonly legend: string;
  readonly options: readonly ChoiceOption<T>[];
  /** Selected values. */
  readonly chosen: readonly T[];
  /** Whether several options can be selected. */
  readonly several?: boolean;
  readonly onChoose: (value: T, on: boolean) => void;
}

const Label = ({ label, hint }: { readonly label: string; readonly hint?: ReactNode }) => (
  <span>
    {label}
    {hint && <small>{hint}</small>}
  </span>
);

/** Radio buttons or checkboxes with a legend; many options are searchable. */
export function Choices<T extends string>({ legend, options, chosen, several = false, onChoose }: ChoicesProps<T>) {
  const id = useId();
  const [search, setSearch] = useState('');
  const searchText = search.trim().toLowerCase();
  const found = options.filter(({ label }) => label.toLowerCase().includes(searchText));
  return (
    <Set>
      <Legend>{legend}</Legend>
      {options.length > MAX_WITHOUT_SEARCH && (
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
      {options.length > MAX_WITHOUT_SEARCH && <div role="status">{found.length === 0 && 'Nothing is called so.'}</div>}
    </Set>
  );
}
