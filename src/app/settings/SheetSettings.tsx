import type { ReactNode } from 'react';
import styled from 'styled-components';
import { type Column, columnTypes } from '../../contract/rows';
import { useColumns } from '../columns/columnsSelectors';
import { failureText } from '../http/apiError';
import type { TabOfProject } from '../projects/projectsSelectors';
import { Button } from '../ui/forms/Button';
import { Fieldset, Legend } from '../ui/forms/Choices';
import { Field, FieldLabel, type FieldProps, SelectField, type SelectFieldProps, useField } from '../ui/forms/Field';
import { Options, Select } from '../ui/forms/fieldStyles';
import { NotLoadedLine } from '../ui/layout/EmptyState';
import { Skeleton } from '../ui/layout/Skeleton';
import { ellipsis, Hint, Small } from '../ui/display/text';
import { Row, Stack } from '../ui/layout/spacing';
import { useAppSelector } from '../storeHooks';
import { isSheetChanged, savedValue, sheetField } from './settingsDraft';
import { selectDraft } from './settingsSelectors';
import { useSettings } from './useSettings';

const Title = styled(Legend)`
  margin-bottom: 8px;
`;

const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(200px, 100%), 1fr));
  gap: 12px 16px;
  max-height: 420px;
  padding: 3px;
  margin: -3px;
  overflow: auto;
`;

const One = styled.div`
  display: grid;
  align-content: start;
  gap: 4px;
  min-width: 0;

  & > label {
    ${ellipsis}
    color: var(--ink-2);
    font-weight: var(--weight-regular);
  }
`;

type SettingsField = ReturnType<typeof useSettings>['field'];

interface ColumnTypeProps {
  readonly column: Column;
  /** The saved type; empty for the detected one, which is known only then. */
  readonly saved: string | undefined;
  readonly disabled: boolean;
}

/** The type of one column. */
function ColumnTypeField({
  column: { key, type },
  saved,
  error,
  ...select
}: ColumnTypeProps & ReturnType<SettingsField>) {
  const { props, line } = useField({ error });
  return (
    <One>
      <FieldLabel htmlFor={props.id} title={key}>
        {key}
      </FieldLabel>
      <Select {...select} {...props}>
        <option value="">{saved ? 'As found' : `As found: ${type}`}</option>
        <Options of={columnTypes} />
      </Select>
      {line}
    </One>
  );
}

interface ColumnTypesProps {
  readonly columns: readonly Column[];
  readonly children: (column: Column) => ReactNode;
}

/** The types of a sheet's columns. */
const ColumnTypes = ({ columns, children }: ColumnTypesProps) => (
  <Fieldset>
    <Title>Column types</Title>
    {columns.length === 0 ? <Hint>This sheet has no columns yet.</Hint> : <Grid>{columns.map(children)}</Grid>}
  </Fieldset>
);

/** Returns the number of the header row, read from the first column's header cell; undefined if there is none. */
const headerRowOf = ([first]: readonly Column[]) => /\d+$/.exec(first?.cell ?? '')?.[0];

/** Returns the hint about the header row. */
function headerRowHint(columns: readonly Column[]): string {
  if (columns.length === 0) return 'No header row was found.';
  if (headerRowOf(columns) === undefined)
    return 'None: columns are A, B, C. Type the number of a row to take its names.';
  return 'Empty lets it be found; 0 says that there is none.';
}

interface OfColumns {
  readonly columns: readonly Column[];
}

/** The field for the row that holds the column names. */
function HeaderRow({ columns, ...input }: OfColumns & Omit<FieldProps, 'label'>) {
  const found = headerRowOf(columns);
  return (
    <Field
      label="Header row"
      hint={headerRowHint(columns)}
      placeholder={found === undefined ? '' : `Found in row ${found}`}
      inputMode="numeric"
      autoComplete="off"
      {...input}
    />
  );
}

/** The field for the column whose values become the row ids. */
function KeyColumn({ columns, ...select }: OfColumns & Omit<SelectFieldProps, 'label'>) {
  const { value } = select;
  const isKnown = value === '' || columns.some(({ key }) => key === value);
  return (
    <SelectField label="Key column" hint="Its values become the rows’ ids, so none may come twice." {...select}>
      <option value="">None: Tabpoint gives each row an id</option>
      {!isKnown && <option value={value}>{value}</option>}
      <Options of={columns.map(({ key }) => key)} />
    </SelectField>
  );
}

/** The choice how merged cells are read. */
const MergedCells = (select: Omit<SelectFieldProps, 'label'>) => (
  <SelectField
    label="Merged cells"
    hint="Where it stands in each, merged cells are edited in the sheet alone."
    {...select}
  >
    <option value="first">Value in the first cell</option>
    <option value="each">Value in each cell</option>
  </SelectField>
);

const Form = styled(Stack)`
  gap: 20px;
  padding: 6px 16px 20px;
`;

const Two = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(220px, 100%), 1fr));
  align-items: start;
  gap: 16px;
`;

interface SheetFormProps extends TabOfProject {
  readonly columns: readonly Column[];
}

function SheetForm({ project, tab: { sheetId }, columns }: SheetFormProps) {
  const typeOf = ({ key }: Column) => sheetField(sheetId, `columnTypes.${key}`);
  const settings = ['headerRow', 'keyColumn', 'repeatMerged'].map((setting) => sheetField(sheetId, setting));
  const { props, field, working } = useSettings(project, [...settings, ...columns.map(typeOf)]);
  const isChanged = useAppSelector((state) => isSheetChanged(selectDraft(state, project.id), sheetId));
  const [headerRow, keyColumn, repeatMerged] = settings.map(field);
  return (
    <Form as="form" {...props}>
      <Two>
        <HeaderRow columns={columns} readOnly={working} {...headerRow} />
        <KeyColumn columns={columns} disabled={working} {...keyColumn} />
        <MergedCells disabled={working} {...repeatMerged} />
      </Two>
      <ColumnTypes columns={columns}>
        {(column) => (
          <ColumnTypeField
            key={column.key}
            column={column}
            saved={savedValue(project, typeOf(column))}
            disabled={working}
            {...field(typeOf(column))}
          />
        )}
      </ColumnTypes>
      <Row $gap="8px 12px">
        <Button type="submit" disabled={!isChanged} loading={working && isChanged}>
          Save
        </Button>
        <Small>Saving reads the rows anew.</Small>
      </Row>
    </Form>
  );
}

const NOT_LOADED = 'The columns did not load. Try again in a moment.';

/** The settings of a sheet; its columns are fetched when it is expanded. */
export function SheetSettings({ project, tab }: Omit<SheetFormProps, 'columns'>) {
  const [loaded, retry] = useColumns(project, tab.sheetId);
  if (loaded.phase === 'ready') return <SheetForm project={project} tab={tab} columns={loaded.columns} />;
  if (loaded.phase === 'loading')
    return (
      <Form aria-busy="true">
        <Skeleton $width={280} $height={40} />
        <Skeleton $width={420} $height={20} />
      </Form>
    );
  return (
    <Form role="alert">
      <Row $gap="8px 12px">
        <NotLoadedLine onRetry={retry}>{failureText(loaded.failure, NOT_LOADED)}</NotLoadedLine>
      </Row>
    </Form>
  );
}
