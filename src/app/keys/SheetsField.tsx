import type { ProjectTab } from '../../contract/projects';
import { Choices, type ChoiceOption } from '../parts/Choices';
import { DisclosedField } from './DisclosedField';
import { addsToOneSheet, type KeyDraft } from './keyDraft';
import type { NewKeyFieldsProps } from './NewKeyFields';

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

/** The one sheet that a form adds rows to. */
const OneSheet = ({ draft, tabs, onChange }: NewKeyFieldsProps) => (
  <Choices
    legend="It adds rows to"
    options={options(tabs)}
    chosen={(draft.sheetIds ?? []).map(String)}
    onChoose={(value) => onChange({ sheetIds: [Number(value)] })}
  />
);

function SomeSheets({ draft, tabs, onChange }: NewKeyFieldsProps) {
  const { sheetIds } = draft;
  const all = tabs.map(({ sheetId }) => sheetId);
  const every: ChoiceOption<string> = { value: EVERY, label: 'Every sheet, also those to come' };
  const choose = (value: string, on: boolean) => {
    if (value === EVERY) return onChange({ sheetIds: on ? undefined : [] });
    const known = sheetIds ?? all;
    onChange({ sheetIds: all.filter((id) => (id === Number(value) ? on : known.includes(id))) });
  };
  return (
    <Choices
      legend="It knows of"
      several
      options={[every, ...options(tabs)]}
      chosen={sheetIds === undefined ? [EVERY, ...all.map(String)] : sheetIds.map(String)}
      onChoose={choose}
    />
  );
}

/** The sheets that a new key knows of. */
export const SheetsField = (props: NewKeyFieldsProps) => (
  <DisclosedField label="Sheets" summary={summaryOf(props.draft, props.tabs)} error={props.errors.sheets}>
    {addsToOneSheet(props.draft) ? <OneSheet {...props} /> : <SomeSheets {...props} />}
  </DisclosedField>
);
