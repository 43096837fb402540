import { useId } from 'react';
import styled from 'styled-components';
import type { ProjectTab } from '../../contract/projects';
import { type KeyKind, type KeyScope, keyScopes } from '../../contract/scopes';
import { Choices, type ChoiceOption } from '../parts/Choices';
import { Field, FieldError, FieldLabel } from '../parts/Field';
import { Select } from '../parts/Select';
import type { DraftErrors, KeyDraft } from './keyDraft';

const Stack = styled.div`
  display: grid;
  gap: 6px;
`;

const kinds: readonly ChoiceOption<KeyKind>[] = [
  {
    value: 'publishable',
    label: 'Publishable',
    hint: 'May stand in a page: it reads, or only adds rows to one sheet.',
  },
  { value: 'secret', label: 'Secret', hint: 'Stays on your server.' },
];

const pageScopes: readonly ChoiceOption<KeyDraft['pageScope']>[] = [
  { value: 'read', label: 'Read rows' },
  { value: 'create', label: 'Only add rows to one sheet', hint: 'For a form: what is in the sheet stays unread.' },
];

const scopeLabels: Record<KeyScope, string> = {
  read: 'Read rows',
  create: 'Add rows',
  update: 'Change and replace rows',
  delete: 'Delete rows',
  schema: 'Read columns and types only',
};

const secretScopes = keyScopes.map((value) => ({ value, label: scopeLabels[value] }));

export interface NewKeyFieldsProps {
  readonly draft: KeyDraft;
  readonly errors: DraftErrors;
  readonly tabs: readonly ProjectTab[];
  readonly onChange: (change: Partial<KeyDraft>) => void;
}

function SheetField({ draft, errors, tabs, onChange }: NewKeyFieldsProps) {
  const id = useId();
  const mustChoose = draft.kind === 'publishable' && draft.pageScope === 'create';
  return (
    <Stack>
      <FieldLabel htmlFor={id}>Sheet</FieldLabel>
      <Select
        id={id}
        value={draft.sheetId ?? ''}
        aria-invalid={errors.sheetId ? true : undefined}
        aria-describedby={errors.sheetId ? `${id}-error` : undefined}
        onChange={({ target }) => onChange({ sheetId: target.value === '' ? undefined : Number(target.value) })}
      >
        <option value="">{mustChoose ? 'Choose a sheet' : 'Every sheet'}</option>
        {tabs.map(({ sheetId, title }) => (
          <option key={sheetId} value={sheetId}>
            {title}
          </option>
        ))}
      </Select>
      {errors.sheetId && <FieldError id={`${id}-error`}>{errors.sheetId}</FieldError>}
    </Stack>
  );
}

const PublishableFields = ({ draft, errors, onChange }: NewKeyFieldsProps) => (
  <>
    <Choices
      legend="It may"
      options={pageScopes}
      chosen={[draft.pageScope]}
      onChoose={(pageScope) => onChange({ pageScope })}
    />
    <Field
      label="Sites"
      hint="In browsers it works only on these. Leave it empty for every site."
      placeholder="https://example.com"
      autoComplete="off"
      spellCheck={false}
      value={draft.origins}
      error={errors.origins}
      onChange={(event) => onChange({ origins: event.target.value })}
    />
  </>
);

const SecretFields = ({ draft, errors, onChange }: NewKeyFieldsProps) => (
  <>
    <Choices
      legend="It may"
      several
      options={secretScopes}
      chosen={draft.scopes}
      error={errors.scopes}
      onChoose={(scope, on) =>
        onChange({ scopes: keyScopes.filter((each) => (each === scope ? on : draft.scopes.includes(each))) })
      }
    />
    <Field
      label="Until"
      type="date"
      hint="Leave it empty for a key that does not expire."
      value={draft.until}
      error={errors.until}
      onChange={(event) => onChange({ until: event.target.value })}
    />
  </>
);

/** What is decided about a new key. */
export const NewKeyFields = (props: NewKeyFieldsProps) => {
  const { draft, errors, onChange } = props;
  return (
    <>
      <Choices legend="Kind" options={kinds} chosen={[draft.kind]} onChoose={(kind) => onChange({ kind })} />
      <Field
        label="Name"
        hint="Who or what will use it."
        placeholder="Shop website"
        autoComplete="off"
        maxLength={100}
        value={draft.name}
        error={errors.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      {draft.kind === 'publishable' ? <PublishableFields {...props} /> : <SecretFields {...props} />}
      <SheetField {...props} />
    </>
  );
};
