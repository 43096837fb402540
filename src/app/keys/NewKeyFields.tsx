import styled from 'styled-components';
import type { ProjectTab } from '../../contract/projects';
import { type KeyKind, type KeyScope, keyScopes } from '../../contract/scopes';
import { Columns, Row, Stack } from '../ui/layout/spacing';
import { type ChoiceOption, Choices, Fieldset, Legend } from '../ui/forms/Choices';
import { Field, FieldError } from '../ui/forms/Field';
import { Segmented, type SegmentedOption } from '../ui/forms/Segmented';
import { Hint } from '../ui/display/text';
import { DisclosedField, HiddenColumnsField } from './HiddenColumnsField';
import { addsToOneSheet, type KeyDraft, type NewKeyFieldsProps } from './keyDraft';
import { scopeWords } from './keyRights';

const Pill = styled.label`
  position: relative;
  cursor: pointer;

  & > span {
    display: inline-flex;
    align-items: center;
    height: 28px;
    padding: 0 12px;
    border: 1px solid var(--line-control);
    border-radius: var(--r-full);
    color: var(--ink-2);
    font-size: var(--text-sm);
  }

  & > input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  & > :checked + span {
    border-color: var(--ink);
    color: var(--canvas);
    background: var(--ink);
    font-weight: var(--weight-medium);
  }
  & > :focus-visible + span {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
  }
`;

interface ScopePillsProps {
  readonly chosen: readonly KeyScope[];
  readonly error?: string;
  readonly onChoose: (scopes: readonly KeyScope[]) => void;
}

/** The scopes of a secret key, each on or off. */
const ScopePills = ({ chosen, error, onChoose }: ScopePillsProps) => (
  <Fieldset aria-describedby={error === undefined ? undefined : 'scopes-error'}>
    <Legend>It can</Legend>
    <Row $gap={6}>
      {keyScopes.map((scope) => (
        <Pill key={scope}>
          <input
            type="checkbox"
            checked={chosen.includes(scope)}
            onChange={({ target }) =>
              onChoose(keyScopes.filter((each) => (each === scope ? target.checked : chosen.includes(each))))
            }
          />
          <span>{scopeWords[scope]}</span>
        </Pill>
      ))}
    </Row>
    {error !== undefined && <FieldError id="scopes-error">{error}</FieldError>}
  </Fieldset>
);

const EVERY = 'every';

const options = (tabs: readonly ProjectTab[]): readonly ChoiceOption<string>[] =>
  tabs.map(({ sheetId, title }) => ({ value: String(sheetId), label: title }));

function summaryOf(draft: KeyDraft, tabs: readonly ProjectTab[]): string {
  const { sheetIds } = draft;
  if (sheetIds === undefined && !addsToOneSheet(draft)) return 'Every sheet';
  const titles = tabs.filter(({ sheetId }) => sheetIds?.includes(sheetId)).map(({ title }) => title);
  if (titles.length > 0) return titles.join(', ');
  return addsToOneSheet(draft) ? 'Choose a sheet' : 'None';
}

/** The single sheet to which a publishable key adds rows. */
const OneSheet = ({ form: { values, change }, tabs }: NewKeyFieldsProps) => (
  <Choices
    legend="It adds rows to"
    options={options(tabs)}
    chosen={(values.sheetIds ?? []).map(String)}
    onChoose={(value) => change({ sheetIds: [Number(value)] })}
  />
);

function SomeSheets({ form: { values, change }, tabs }: NewKeyFieldsProps) {
  const { sheetIds } = values;
  const all = tabs.map(({ sheetId }) => sheetId);
  const every: ChoiceOption<string> = { value: EVERY, label: 'Every sheet, also those to come' };
  const choose = (value: string, on: boolean) => {
    if (value === EVERY) return change({ sheetIds: on ? undefined : [] });
    const before = sheetIds ?? all;
    change({ sheetIds: all.filter((id) => (id === Number(value) ? on : before.includes(id))) });
  };
  return (
    <Choices
      legend="It works for"
      several
      options={[every, ...options(tabs)]}
      chosen={sheetIds === undefined ? [EVERY, ...all.map(String)] : sheetIds.map(String)}
      onChoose={choose}
    />
  );
}

/** The sheets that a new key can access. */
const SheetsField = (props: NewKeyFieldsProps) => (
  <DisclosedField
    label="Sheets"
    summary={summaryOf(props.form.values, props.tabs)}
    error={props.form.errorOf('sheets')}
  >
    {addsToOneSheet(props.form.values) ? <OneSheet {...props} /> : <SomeSheets {...props} />}
  </DisclosedField>
);

/** Two columns whose fields align at the top, though one of them has a hint below. */
const TwoFields = styled(Columns)`
  align-items: start;
`;

const kinds: readonly SegmentedOption<KeyKind>[] = [
  { value: 'publishable', label: 'Publishable' },
  { value: 'secret', label: 'Secret' },
];

const kindHints: Readonly<Record<KeyKind, string>> = {
  publishable: 'Safe in a web page that anybody can see: it reads, or only adds rows to one sheet.',
  secret: 'Keep it on your own server: whoever has it can do all that is ticked below.',
};

const pageScopes: readonly ChoiceOption<KeyDraft['pageScope']>[] = [
  { value: 'read', label: 'Read rows' },
  { value: 'create', label: 'Only add rows to one sheet', hint: 'For a form: what is in the sheet stays unread.' },
];

/** Returns the change of the scope. Adding rows needs exactly one sheet, so a choice of several sheets is cleared. */
const scopeChange = (pageScope: KeyDraft['pageScope'], { sheetIds }: KeyDraft): Partial<KeyDraft> =>
  pageScope === 'create' && sheetIds?.length !== 1 ? { pageScope, sheetIds: undefined } : { pageScope };

const PublishableFields = (props: NewKeyFieldsProps) => {
  const { values, change, field } = props.form;
  return (
    <>
      <Choices
        legend="It can"
        options={pageScopes}
        chosen={[values.pageScope]}
        onChoose={(pageScope) => change(scopeChange(pageScope, values))}
      />
      <SheetsField {...props} />
      <Field
        label="Origins"
        hint="In browsers it works only on these. Leave it empty for every site."
        placeholder="https://example.com"
        autoComplete="off"
        spellCheck={false}
        {...field('origins')}
      />
    </>
  );
};

const SecretFields = (props: NewKeyFieldsProps) => {
  const { values, change, field, errorOf } = props.form;
  return (
    <>
      <ScopePills chosen={values.scopes} error={errorOf('scopes')} onChoose={(scopes) => change({ scopes })} />
      <TwoFields $of="repeat(2, minmax(0, 1fr))" $below="gutters" $gap="20px 12px">
        <SheetsField {...props} />
        <Field label="Expires" type="date" hint="Empty: it does not expire." {...field('until')} />
      </TwoFields>
      <HiddenColumnsField {...props} />
    </>
  );
};

/** The fields of a new key. */
export const NewKeyFields = (props: NewKeyFieldsProps) => {
  const { values, change, field } = props.form;
  return (
    <>
      <Stack>
        <Segmented
          label="Kind"
          width="place"
          options={kinds}
          chosen={values.kind}
          onChoose={(kind) => change({ kind })}
        />
        <Hint>{kindHints[values.kind]}</Hint>
      </Stack>
      <Field label="Name" placeholder="Shop website" autoComplete="off" maxLength={100} {...field('name')} />
      {values.kind === 'publishable' ? <PublishableFields {...props} /> : <SecretFields {...props} />}
    </>
  );
};
