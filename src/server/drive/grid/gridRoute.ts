import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { type GridChange, gridChangeSchema, newTabSchema } from '../../../contract/driveGrid';
import { limits } from '../../../contract/limits';
import type { Parts } from '../../parts';
import { createDriveSource } from '../../sources/drive/driveSource';
import { googleSourceOf } from '../../sources/google/googleSourceOf';
import { createSources } from '../../sources/sources';
import { createSyncs } from '../../sync/syncs';
import { editCells } from './editCells';
import { createGrid, factsOf, openTab, type TabAddress } from './openGrid';
import { operate } from './operate';
import { addTab, removeTab, renameTab, type TabContext } from './tabOperations';

const TABS = '/api/drive/spreadsheets/:id/tabs';
const TAB = `${TABS}/:sheetId`;

/** Bytes of an edit: many cells, each perhaps with its text and the one it had. */
const BODY_LIMIT = 8 * 1024 * 1024;

const params = Type.Object({ id: Type.String(), sheetId: Type.Integer({ minimum: 0 }) });
const querystring = Type.Object(
  {
    from: Type.Optional(Type.Integer({ minimum: 1 })),
    limit: Type.Optional(Type.Integer({ minimum: 0, maximum: limits.gridRowsPerPage })),
  },
  { additionalProperties: false },
);

function contextOf(app: FastifyInstance, parts: Parts): TabContext {
  const { db, workers, patience } = parts;
  const report = (error: unknown) => app.log.error({ err: error }, 'work in the background failed');
  const sources = createSources({ drive: createDriveSource(db), google: googleSourceOf(parts), ...patience });
  const syncs = createSyncs({ db, workers, sources, report, ...patience });
  app.addHook('onClose', () => syncs.close());
  return { grid: createGrid(parts, app.log), syncs };
}

async function change(context: TabContext, address: TabAddress, body: GridChange) {
  const { grid } = context;
  if ('edits' in body) return editCells(grid, address, body);
  if ('operation' in body) return operate(grid, address, body.revision, body.operation);
  await renameTab(context, address, body.title);
  return { tab: await factsOf(grid.db, await openTab(grid, address)), cells: [] };
}

/** The grid of a spreadsheet in the drive: rows as they are written, cells, rows, columns and tabs that are changed. */
export function registerGrid(app: FastifyInstance, parts: Parts): void {
  const context = contextOf(app, parts);
  const { grid } = context;
  const scope = app.withTypeProvider<TypeBoxTypeProvider>();
  const addressOf = (person: { id: string }, { id, sheetId }: { id: string; sheetId: number }): TabAddress => ({
    ...{ ownerId: person.id, spreadsheetId: id, sheetId },
  });

  scope.get(`${TAB}/rows`, { schema: { params, querystring } }, async (request, reply) => {
    const open = await openTab(grid, addressOf(request.person, request.params));
    const { from = 1, limit = 100 } = request.query;
    reply.header('Cache-Control', 'private, no-store');
    return { tab: await factsOf(grid.db, open), rows: open.tab.rows(from, from + limit - 1) };
  });

  scope.patch(TAB, { schema: { params, body: gridChangeSchema }, bodyLimit: BODY_LIMIT }, (request) =>
    change(context, addressOf(request.person, request.params), request.body),
  );

  scope.delete(TAB, { schema: { params } }, async (request) => ({
    removed: await removeTab(context, addressOf(request.person, request.params)),
  }));

  const listParams = Type.Object({ id: Type.String() });
  scope.post(TABS, { schema: { params: listParams, body: newTabSchema } }, async (request, reply) => {
    const owned = { ownerId: request.person.id, spreadsheetId: request.params.id };
    const added = await addTab(context, owned, request.body);
    return reply.code(201).send(added);
  });
}
