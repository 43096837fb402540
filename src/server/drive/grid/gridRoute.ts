import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { type GridChange, gridChangeSchema, newTabSchema, type StaleAnswer } from '../../../contract/driveGrid';
import { limits } from '../../../contract/limits';
import { requireSpreadsheet } from '../driveService';
import { editCells } from './editCells';
import { factsOf, type Grid, openTab, type TabAddress } from './openTab';
import { reshapeTab } from './changeAndDerive';
import { addTab, removeTab, renameTab } from './tabOperations';

const TABS = '/api/drive/spreadsheets/:id/tabs';
const TAB = `${TABS}/:sheetId`;
const STALE = '/api/drive/spreadsheets/:id/stale';

/** Bytes of an edit: many cells, each perhaps with its text and the one it had. */
const BODY_LIMIT = 8 * 1024 * 1024;

const listParams = Type.Object({ id: Type.String() });
const params = Type.Object({ id: Type.String(), sheetId: Type.Integer({ minimum: 0 }) });
const querystring = Type.Object(
  {
    from: Type.Optional(Type.Integer({ minimum: 1 })),
    limit: Type.Optional(Type.Integer({ minimum: 0, maximum: limits.gridRowsPerPage })),
  },
  { additionalProperties: false },
);

interface TabRequest {
  readonly person: { readonly id: string };
  readonly params: { readonly id: string; readonly sheetId: number };
}

const addressOf = ({ person, params: { id, sheetId } }: TabRequest): TabAddress => ({
  ...{ ownerId: person.id, spreadsheetId: id, sheetId },
});

async function change(grid: Grid, address: TabAddress, body: GridChange) {
  if ('edits' in body) return editCells(grid, address, body);
  if ('operation' in body) return reshapeTab(grid, address, body.revision, body.operation);
  await renameTab(grid, address, body.title);
  return { tab: await factsOf(grid.db, await openTab(grid, address)), cells: [] };
}

/** The grid of a spreadsheet in the drive: pages of raw rows, and changes of cells, rows, columns and tabs. */
export function registerGrid(app: FastifyInstance, grid: Grid): void {
  const scope = app.withTypeProvider<TypeBoxTypeProvider>();

  scope.get(`${TAB}/rows`, { schema: { params, querystring } }, async (request, reply) => {
    const open = await openTab(grid, addressOf(request));
    const { from = 1, limit = 100 } = request.query;
    reply.header('Cache-Control', 'private, no-store');
    return { tab: await factsOf(grid.db, open), rows: open.tab.rows(from, from + limit - 1) };
  });

  scope.get(STALE, { schema: { params: listParams } }, async (request, reply): Promise<StaleAnswer> => {
    const { id } = await requireSpreadsheet(grid.db, request.person.id, request.params.id);
    const { cells } = await grid.staleTabs.of(id);
    reply.header('Cache-Control', 'private, no-store');
    return { tabs: [...cells].map(([sheetId, runs]) => ({ sheetId, cells: runs })) };
  });

  scope.patch(TAB, { schema: { params, body: gridChangeSchema }, bodyLimit: BODY_LIMIT }, (request) =>
    change(grid, addressOf(request), request.body),
  );

  scope.delete(TAB, { schema: { params } }, async (request) => ({
    removed: await removeTab(grid, addressOf(request)),
  }));

  scope.post(TABS, { schema: { params: listParams, body: newTabSchema } }, async (request, reply) => {
    const spreadsheet = { ownerId: request.person.id, spreadsheetId: request.params.id };
    return reply.code(201).send(await addTab(grid, spreadsheet, request.body));
  });
}
