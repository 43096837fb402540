import styled from 'styled-components';
import { type Column, type ColumnType, columnTypes } from '../../contract/rows';
import { valueOfColumn, useColumns } from '../columns/columnsSelectors';
import { failureText } from '../http/apiError';
import type { TabOfProject } from '../projects/projectsSelectors';
import { Button } from '../ui/forms/Button';
import { Fieldset, Legend } from '../ui/forms/Choices';
import { Field, FieldLabel, type FieldProps, SelectField, type SelectFieldProps, useField } from '../ui/forms/Field';
import { Options, Select } from '../ui/forms/fieldStyles';
import { useForm } from '../ui/forms/useForm';
import { NotLoadedLine } from '../ui/layout/EmptyState';
import { Skeleton } from '../ui/layout/Skeleton';
import { ellipsis, Hint, Small } from '../ui/display/text';
import { Row, Stack } from '../ui/layout/spacing';
import { savedSheet, type SheetDraft, withSheet } from './settingsDraft';
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

type Types = Readonly<Record<string, ColumnType | ''>>;

interface ColumnTypesProps {
  readonly columns: readonly Column[];
  readonly saving: boolean;
  /** Types in the form, by column key. */
  readonly chosen: Types;
  /** Saved types, by column key. */
  readonly saved: Types;
  readonly error: (key: string) => string | undefined;
  readonly onChoose: (key: string, type: ColumnType | '') => void;
}

interface ColumnTypeProps extends Omit<ColumnTypesProps, 'columns' | 'error'> {
  readonly column: Column;
  readonly error: string | undefined;
}

/** The type of one column. The detected type is known only if no type was saved. */
function ColumnTypeField({ column: { key, type }, saving, chosen, saved, error, onChoose }: ColumnTypeProps) {
  const { props, line } = useField({ error });
  return (
    <One>
      <FieldLabel htmlFor={props.id} title={key}>
        {key}
      </FieldLabel>
      <Select
        {...props}
        value={valueOfColumn(chosen, key) ?? ''}
        disabled={saving}
        onChange={({ target }) => onChoose(key, target.value as ColumnType | '')}
      >
        <option value="">{valueOfColumn(saved, key) ? 'As found' : `As found: ${type}`}</option>
        <Options of={columnTypes} />
      </Select>
      {line}
    </One>
  );
}

/** The types of a sheet's columns. */
const ColumnTypes = ({ columns, error, ...rest }: ColumnTypesProps) => (
  <Fieldset>
    <Title>Column types</Title>
    {columns.length === 0 ? (
      <Hint>This sheet has no columns yet.</Hint>
    ) : (
      <Grid>
        {columns.map((column) => (
          <ColumnTypeField key={column.key} column={column} error={error(column.key)} {...rest} />
        ))}
      </Grid>
    )}
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

function SheetForm({ project, tab, columns }: SheetFormProps) {
  const { draft, change, form } = useSettings(project);
  const sheetDraft = draft.sheets[tab.sheetId];
  const saved = savedSheet(tab);
  const put = (part: SheetDraft) => change(withSheet(draft, tab.sheetId, part));
  const { working } = form;
  const error = (name: string) => form.errors[`${tab.sheetId}.${name}`];
  const { props, field } = useForm(
    { headerRow: sheetDraft?.headerRow ?? saved.headerRow, keyColumn: sheetDraft?.keyColumn ?? saved.keyColumn },
    { ...form, errors: { headerRow: error('headerRow'), keyColumn: error('keyColumn') }, onChange: put },
  );
  return (
    <Form as="form" {...props}>
      <Two>
        <HeaderRow columns={columns} readOnly={working} {...field('headerRow')} />
        <KeyColumn columns={columns} disabled={working} {...field('keyColumn')} />
        <MergedCells
          disabled={working}
          value={(sheetDraft?.repeatMerged ?? saved.repeatMerged) ? 'each' : 'first'}
          onChange={({ target }) => put({ repeatMerged: target.value === 'each' })}
        />
      </Two>
      <ColumnTypes
        columns={columns}
        saving={working}
        chosen={{ ...saved.columnTypes, ...sheetDraft?.columnTypes }}
        saved={saved.columnTypes}
        error={(key) => error(`columnTypes.${key}`)}
        onChoose={(key, type) => put({ columnTypes: { [key]: type } })}
      />
      <Row $gap="8px 12px">
        <Button type="submit" disabled={sheetDraft === undefined} loading={working && sheetDraft !== undefined}>
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
