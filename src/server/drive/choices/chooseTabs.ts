import type { TabChoice } from '../../../contract/drive';
import type { ProblemLine } from '../../../contract/problems';
import type { DriveTabsTable } from '../../database/tables/drive';
import { Refusal } from '../../refusal';
import { findProjectOfSheet } from '../../sync/syncRepository';
import type { Syncs } from '../../sync/syncs';
import { busyWriting, changeTab, listTabs, retryIfChanged } from '../driveRepository';
import type { SpreadsheetAddress } from '../grid/openTab';
import { type PreviewContext, previewStored } from './preview';

/** What sheets are chosen with. */
export interface ChooseContext extends PreviewContext {
  readonly syncs: Syncs;
}

/** A tab, and what is chosen of it. */
interface ChosenTab {
  readonly stored: DriveTabsTable;
  readonly choice: TabChoice;
  /** Where it stands in the request, for example `tabs.0`. */
  readonly field: string;
}

/** @throws Refusal `invalid_update` with the lines given, unless there are none */
function refuseInvalid(errors: readonly ProblemLine[]): void {
  const [first] = errors;
  if (first !== undefined) throw new Refusal('invalid_update', first.detail, { errors });
}

/** Finds the tabs that are chosen. @throws Refusal `invalid_update` for one that is not there, or is named twice */
function chosenTabs(choices: readonly TabChoice[], tabs: readonly DriveTabsTable[]): ChosenTab[] {
  const errors: ProblemLine[] = [];
  const chosen: ChosenTab[] = [];
  for (const [index, choice] of choices.entries()) {
    const field = `tabs.${index}`;
    const wrong = (detail: string) => void errors.push({ field: `${field}.sheetId`, detail });
    const stored = tabs.find(({ sheet_id }) => sheet_id === choice.sheetId);
    if (stored === undefined) wrong(`This spreadsheet has no sheet with the number ${choice.sheetId}.`);
    else if (chosen.some((one) => one.stored === stored)) wrong(`The sheet “${stored.title}” is named twice.`);
    else chosen.push({ stored, choice, field });
  }
  refuseInvalid(errors);
  return chosen;
}

/** A project without sheets would be none. */
function refuseNone(chosen: readonly ChosenTab[], tabs: readonly DriveTabsTable[]): void {
  const isPublished = (tab: DriveTabsTable) =>
    chosen.find(({ stored }) => stored === tab)?.choice.published ?? tab.published === 1;
  const switched = chosen.find(({ choice }) => choice.published === false);
  if (switched === undefined || tabs.some(isPublished)) return;
  const detail = 'Leave one sheet switched on: a project needs one at least.';
  refuseInvalid([{ field: `${switched.field}.published`, detail }]);
}

/** What changes of a tab. @throws Refusal `invalid_update` for a header row in which nothing stands */
async function changeOf(context: PreviewContext, { stored, choice, field }: ChosenTab) {
  const { headerRow, published } = choice;
  const own: Partial<DriveTabsTable> = published === undefined ? {} : { published: Number(published) };
  if (headerRow === undefined) return own;
  const { columns, rows, warnings } = await previewStored(context, stored, headerRow);
  if (headerRow !== null && columns.length === 0) {
    const detail = `Row ${headerRow} of the sheet “${stored.title}” holds no column names.`;
    refuseInvalid([{ field: `${field}.headerRow`, detail }]);
  }
  const facts = { rows, columns: columns.length, warnings: JSON.stringify(warnings) };
  return { ...own, header_row: headerRow, ...facts };
}

/**
 * Chooses header rows, and which sheets become endpoints, before there is a project: all of it or nothing. No cell changes.
 *
 * @throws Refusal `in_use` when there is a project, whose settings say it from then on; `invalid_update` with each wrong field; `busy`
 */
export const chooseTabs = (
  context: ChooseContext,
  { ownerId, spreadsheetId }: SpreadsheetAddress,
  choices: readonly TabChoice[],
): Promise<void> =>
  context.syncs.exclusively({ id: ownerId }, spreadsheetId, () =>
    retryIfChanged(5, busyWriting, async () => {
      const { db } = context;
      const project = await findProjectOfSheet(db, ownerId, spreadsheetId);
      if (project !== undefined) {
        const detail = `The project “${project.title}” is made of this spreadsheet: it decides about header rows and sheets.`;
        throw new Refusal('in_use', detail, { hint: 'Change them on its page, under Settings.' });
      }
      const tabs = await listTabs(db, spreadsheetId);
      const chosen = chosenTabs(choices, tabs);
      refuseNone(chosen, tabs);
      const changes: [DriveTabsTable, Partial<DriveTabsTable>][] = [];
      for (const one of chosen) changes.push([one.stored, await changeOf(context, one)]);
      await db.transaction().execute(async (trx) => {
        for (const [stored, change] of changes) {
          if (Object.keys(change).length > 0) await changeTab(trx, stored, change);
        }
      });
    }),
  );
