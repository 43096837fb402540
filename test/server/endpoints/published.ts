import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { writeBlob } from '../../../src/server/database/blobs';
import type { Database } from '../../../src/server/database/schema';
import type { ProjectsTable, ProjectTabsTable } from '../../../src/server/database/tables/projects';
import { deriveTab } from '../../../src/server/normalise/deriveTab';
import type { TabSettings } from '../../../src/server/normalise/derivedTab';
import type { TestApp } from '../../fixtures/apps';
import { projectRow } from '../../fixtures/projectRows';
import { packSheet } from '../normalise/derived';

/** A tab to publish: a CSV, as lines with `;` between the cells, and other columns of its row in the database. */
export interface TabToPublish extends Partial<ProjectTabsTable> {
  readonly lines: readonly string[];
  readonly settings?: TabSettings;
}

/** Derives and stores a tab’s rows, and returns the columns of its row in the database. */
export async function storeRows(db: Kysely<Database>, lines: readonly string[], settings?: TabSettings) {
  const sheet = lines.map((line) => (line === '' ? [] : line.split(';')));
  const { packed, rows, columns, headerRow } = await deriveTab(await packSheet(sheet, { typed: false }), settings);
  const id = await writeBlob(db, packed);
  return { rows, columns: JSON.stringify(columns), header_row: headerRow, snapshot_blob: id };
}

async function publishTab(db: Kysely<Database>, projectId: string, position: number, tab: TabToPublish) {
  const { lines, settings, ...said } = tab;
  const title = said.title ?? `Sheet ${position + 1}`;
  const row: ProjectTabsTable = {
    id: randomUUID(),
    project_id: projectId,
    sheet_id: position,
    position,
    title,
    slug: `sheet-${position + 1}`,
    former_names: '[]',
    published: 1,
    warnings: '[]',
    key_column: settings?.keyColumn ?? null,
    column_types: '{}',
    repeat_merged: Number(settings?.repeatMerged ?? false),
    revision: 1,
    snapshot_revision: 1,
    actor: 'server' as const,
    reason: 'import' as const,
    authored_at: '',
    authored_revision: 1,
    snapshot_sequence: 0,
    raw_sequence: 0,
    raw_blob: null,
    raw_mark: null,
    gone_at: null,
    hidden: 0,
    ...(await storeRows(db, lines, settings)),
    ...said,
  };
  await db.insertInto('project_tabs').values(row).execute();
  return row;
}

/** Creates a public project of a person, as a sync leaves it. */
export async function publishProject(
  db: Kysely<Database>,
  ownerId: string,
  tabs: readonly TabToPublish[],
  said: Partial<ProjectsTable> = {},
) {
  const project = projectRow(ownerId, {
    sheet_id: `tpd_${randomUUID()}`,
    source: 'drive',
    title: 'Coffee',
    access: 'public',
    writable: 1,
    refresh_seconds: 30,
    synced_at: '2026-03-04T05:06:07.890Z',
    created_at: '2026-03-04T05:06:07.000Z',
    ...said,
  });
  await db.insertInto('projects').values(project).execute();
  const published: ProjectTabsTable[] = [];
  for (const [position, tab] of tabs.entries()) published.push(await publishTab(db, project.id, position, tab));
  return { id: project.id, tabs: published };
}

/** Stores other rows of a tab, as a sync does, and notifies. */
export async function changeRows(
  { db, services }: Pick<TestApp, 'db' | 'services'>,
  tab: ProjectTabsTable,
  lines: readonly string[],
) {
  const change = { ...(await storeRows(db, lines)), revision: tab.revision + 1 };
  await db.updateTable('project_tabs').set(change).where('id', '=', tab.id).execute();
  services.events.projectChanged.emit(tab.project_id);
  return { ...tab, ...change };
}

/** Four places to drink coffee. */
export const places = [
  'Name;City;Founded;Open;Rating;Since;Seen;At;_code;constructor;First Name;slug_of',
  'Kaffa;Oslo;2009;TRUE;4.5;2009-04-01;2009-04-01T12:30:00;07:30;007;a;Åse;x',
  'Bønne;Oslo;2011;FALSE;3;2011-01-02;2011-01-02T00:00:00;08:00;008;b;Bo;y',
  'Prufrock;London;2011;TRUE;4;2011-02-01;2011-02-01T01:01:01;09:15;009;c;Cy;z',
  'Tim & Co = 100%;Oslo;2012;TRUE;;;;;010;;Di;w',
];
