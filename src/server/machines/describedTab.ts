import type { CellValue, Column } from '../../contract/rows';
import type { Caller } from '../access/caller';
import type { ProjectTabsTable } from '../database/tables/projects';
import type { ReadTab } from '../store/log/endpointsRepository';
import type { TabView } from '../store/memory/engine';
import { askedOf } from '../endpoints/query/plans';
import type { ColumnNames } from '../endpoints/query/columnNames';
import { openTab, type Reading } from '../endpoints/reading';
import type { ColumnFacts } from './columnFacts';
import type { ColumnForm } from './columnForm';
import { factsOf, formsOf, type Survey } from './tabSurvey';
import { isMistakable } from './openapi/properties';

/** A row as it is answered: names and values in their order. */
export type ExampleRow = readonly (readonly [string, CellValue])[];

/** A tab's columns as they exist for a caller, at its newest revision. */
export interface TabColumns<C extends Column = Column> {
  readonly title: string;
  readonly columns: readonly C[];
  readonly names: ColumnNames;
  readonly keyColumn: string | null;
  readonly rows: number;
  readonly revision: number;
}

/** A column, and what its values look like; its cell is empty for whoever does not see all columns. */
export type DescribedColumn = Column & ColumnForm;

/** A tab as it is told of to programs. */
export interface DescribedTab extends TabColumns<DescribedColumn> {
  /** One of the rows; absent where the caller may read none, or none is short. */
  readonly example?: ExampleRow;
}

/** Whoever a tab is described to. */
export interface Reader {
  readonly caller: Caller;
  /** Whether cells of rows may be shown. */
  readonly seesCells: boolean;
}

/** Rows that are looked at for a short one, and how many characters that has at most. */
const LOOKED_AT = 20;
const SHORT = 4_000;

function exampleOf(view: TabView, { visible, columns }: ColumnNames): ExampleRow | undefined {
  if (visible.some((place) => isMistakable(columns[place]?.key ?? ''))) return undefined;
  const { rowIndexes: places } = view.select({ offset: 0, limit: LOOKED_AT });
  for (const place of places) {
    const cells = visible.map((at) => [columns[at]?.key ?? '', view.value(place, at)] as const);
    const row = [['_id', view.id(place)] as const, ...cells];
    if (JSON.stringify(row).length <= SHORT) return row;
  }
  return undefined;
}

function columnsOf(tab: ReadTab, names: ColumnNames, survey: Survey<ColumnFacts>, seesCells: boolean) {
  const { rows, revision } = survey.view;
  const columns = names.visible.map((at): Column => {
    const column = { ...names.column(at), ...survey.columns[at], ...(!names.areAll && { cell: '' }) };
    return seesCells ? column : { ...column, examples: [] };
  });
  const keyColumn = columns.find(({ key }) => key === tab.key_column)?.key ?? null;
  return { title: tab.title, names, columns, keyColumn, rows, revision };
}

/**
 * A tab's columns as they exist for a caller.
 *
 * @throws Refusal `outdated_key`; what `openTab` refuses
 */
export async function describeColumns(reading: Reading, tab: ReadTab, reader: Reader): Promise<TabColumns> {
  const served = await openTab(reading, tab);
  const { names } = askedOf(reader.caller, tab, served.columns);
  return columnsOf(tab, names, await factsOf(served), reader.seesCells);
}

/**
 * A tab as it exists for a caller. Throws as {@link describeColumns}.
 *
 * @param tab with its settings
 */
export async function describeTab(reading: Reading, tab: ProjectTabsTable, reader: Reader): Promise<DescribedTab> {
  const served = await openTab(reading, tab);
  const { names } = askedOf(reader.caller, tab, served.columns);
  const set = new Map(Object.entries(JSON.parse(tab.column_types) as Record<string, string>));
  const forms = await formsOf(served, (key) => set.has(key));
  const described = columnsOf(tab, names, await factsOf(served), reader.seesCells);
  const columns = names.visible.flatMap((at, n): DescribedColumn[] => {
    const [column, form] = [described.columns[n], forms.columns[at]];
    if (column === undefined || form === undefined) return [];
    return [{ ...column, ...form, ...(!reader.seesCells && { few: undefined }) }];
  });
  const example = reader.seesCells ? exampleOf(forms.view, names) : undefined;
  return { ...described, columns, ...(example !== undefined && { example }) };
}
