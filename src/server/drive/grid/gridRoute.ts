import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import {
  type GridChange,
  gridChangeSchema,
  type GridRow,
  newTabSchema,
  type StaleAnswer,
} from '../../../contract/driveGrid';
import { limits } from '../../../contract/limits';
import { Refusal } from '../../refusal';
import { requireSpreadsheet } from '../driveService';
import { reshapeTab } from './changeAndDerive';
import { addTab, removeTab, renameTab } from './changeTabs';
import { editCells } from './editCells';
import { factsOf, type Grid, type OpenTab, openTab, type TabAddress } from './openTab';

const TABS = '/api/drive/spreadsheets/:id/tabs';
const TAB = `${TABS}/:sheetId`;
const STALE = '/api/drive/spreadsheets/:id/stale';

/** Maximum bytes of an edit: many cells, each possibly with its text and its former one. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

const listParams = Type.Object({ id: Type.String() });
const params = Type.Object({ id: Type.String(), sheetId: Type.Integer({ minimum: 0 }) });
const querystring = Type.Object(
  {
    from: Type.Optional(Type.Integer({ minimum: 1 })),
    limit: Type.Optional(Type.Integer({ minimum: 0, maximum: limits.gridRowsPerPage })),
  },
  { additionalProperties: false },
);

type TabRequest = Pick<FastifyRequest<{ Params: Static<typeof params> }>, 'person' | 'params'>;

const addressOf = ({ person, params: { id, sheetId } }: TabRequest): TabAddress => ({
  ownerId: person.id,
  spreadsheetId: id,
  sheetId,
});

async function change(grid: Grid, address: TabAddress, body: GridChange) {
  if ('edits' in body) return editCells(grid, address, body);
  if ('operation' in body) return reshapeTab(grid, address, body.revision, body.operation);
  await renameTab(grid, address, body.title);
  return { tab: await factsOf(grid.db, await openTab(grid, address)), cells: [] };
}

/** Returns a page of rows. @throws Refusal `too_large` if they are too long for a response */
function pageOf({ tab }: OpenTab, from: number, limit: number): GridRow[] {
  let bytes = 0;
  for (let row = from; row < from + limit; row += 1) bytes += tab.blocks.bytesOf(row);
  if (bytes <= limits.bytesPerResponse) return tab.rows(from, from + limit - 1);
  throw new Refusal('too_large', `These rows are larger than ${limits.bytesPerResponse / 1024 ** 2} MB.`, {
    hint: 'Ask for fewer rows at once.',
  });
}

/** Registers the routes of the grid: pages of raw rows, and changes of cells, rows, columns and tabs. */
export function registerGrid(app: FastifyInstance, grid: Grid): void {
  app.get(`${TAB}/rows`, { schema: { params, querystring } }, async (request, reply) => {
    const open = await openTab(grid, addressOf(request));
    const { from = 1, limit = 100 } = request.query;
    reply.header('Cache-Control', 'private, no-store');
    return { tab: await factsOf(grid.db, open), rows: pageOf(open, from, limit) };
  });

  app.get(STALE, { schema: { params: listParams } }, async (request, reply): Promise<StaleAnswer> => {
    const { id } = await requireSpreadsheet(grid.db, request.person.id, request.params.id);
    const cells = await grid.staleTabs.of(id);
    reply.header('Cache-Control', 'private, no-store');
    return { tabs: [...cells].map(([sheetId, runs]) => ({ sheetId, cells: runs })) };
  });

  app.patch(TAB, { schema: { params, body: gridChangeSchema }, bodyLimit: MAX_BODY_BYTES }, (request) =>
    change(grid, addressOf(request), request.body),
  );

  app.delete(TAB, { schema: { params } }, async (request) => ({
    removed: await removeTab(grid, addressOf(request)),
  }));

  app.post(TABS, { schema: { params: listParams, body: newTabSchema } }, async (request, reply) => {
    const spreadsheet = { ownerId: request.person.id, spreadsheetId: request.params.id };
    return reply.code(201).send(await addTab(grid, spreadsheet, request.body));
  });
}
