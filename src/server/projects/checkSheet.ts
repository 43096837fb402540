import type { Kysely } from 'kysely';
import type { SheetPreview, Warning } from '../../contract/projects';
import type { Database } from '../database/schema';
import { refuseWithoutHeader } from '../sources/noHeader';
import type { FetchedTab, Owner } from '../sources/source';
import type { Sources } from '../sources/sources';
import { findProjectOfSheet } from './projectsRepository';

const previewOf = ({ sheetId, title, rows, columns }: FetchedTab) => ({ sheetId, title, rows, columns });

/** Warnings of a whole spreadsheet name the sheet with the cell: `Countries!C7`. */
const warningsOf = ({ title, warnings }: FetchedTab): Warning[] =>
  warnings.map((warning) => (warning.cell === undefined ? warning : { ...warning, cell: `${title}!${warning.cell}` }));

/**
 * Looks at a spreadsheet without making anything of it (`POST api/projects/check`).
 *
 * @throws Refusal `source_…` with a sentence a person can act on
 */
export async function checkSheet(
  { db, sources }: { readonly db: Kysely<Database>; readonly sources: Sources },
  owner: Owner,
  sheetId: string,
  signal: AbortSignal,
): Promise<SheetPreview> {
  const spreadsheet = await sources.look(owner, sheetId, signal);
  refuseWithoutHeader(spreadsheet);
  const project = await findProjectOfSheet(db, owner.id, sheetId);
  const { title, tabs, source, writable, readOnlyReason } = spreadsheet;
  return {
    title,
    tabs: tabs.map(previewOf),
    source,
    writable,
    readOnlyReason,
    warnings: tabs.flatMap(warningsOf),
    alreadyProject: project?.id,
  };
}
