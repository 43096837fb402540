import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Caller } from '../access/caller';
import type { ShownCells } from '../normalise/shownCells';
import { wasRow } from '../store/log/goneRows';
import { Refusal } from '../refusal';
import { type Answer, answerKey } from './answers/answer';
import { joined } from './answers/bodies';
import { mediaTypes } from './answers/format';
import { rowsTable } from './answers/page';
import type { ReadProject, ReadTab } from '../store/log/endpointsRepository';
import type { ServedTab, TabView } from '../store/memory/engine';
import { cacheControlOf, rowMarkOf, rowVersion } from './headers';
import { addressedTab, addressOf, ownName } from './locate';
import { type Asked, askedOf } from './query/plans';
import { queryTextOf } from './query/rawQuery';
import { type RowLook, rowLookOf } from './query/rowsPlan';
import { openTab, type Reading } from './reading';
import { sendMade } from './sendAnswer';
import { keyCellReference, severalRows } from './cellReference';

/** Said where an address names a row that is not there; it may not have been meant as a row's at all. */
export function noSuchRow({ title }: { readonly title: string }, id: string): Refusal {
  if (id === '')
    return new Refusal('not_found', 'No row has an empty _id.', { hint: 'Leave out the slash at the end.' });
  return new Refusal('not_found', `No row of ${title} has the id “${id}”.`, {
    hint: 'Behind the name of the sheet stands the _id of a row, as it was answered. Filters stand behind a “?”.',
  });
}

async function nowhere({ db }: Reading, tab: ReadTab, part: string, id: string | undefined): Promise<never> {
  if (id !== undefined && (await wasRow(db, tab.id, id))) {
    throw new Refusal('gone', `The row “${part}” of ${tab.title} has been removed.`);
  }
  throw noSuchRow(tab, part);
}

/** What of the sheet, beside the row's values, has a say in how it looks: where it stands, what cells show, other names. */
const dependsOnSheet = ({ fields, values, slugKeys }: RowLook) =>
  values !== undefined || slugKeys || fields?.includes('_row') === true;

/** What a row's answer depends on beside its version. What cells show can be another thing though every value is the same. */
const looksOf = (look: RowLook, keyAndText: string, revision: number): string =>
  dependsOnSheet(look) ? `${keyAndText} ${revision}` : keyAndText;

/** One row that is asked for. */
interface RowRequest {
  readonly project: ReadProject;
  readonly tab: ReadTab;
  readonly caller: Caller;
  /** The row's id as it stands in the address, decoded. */
  readonly part: string;
  /** The query of the address, without `?`. */
  readonly text: string;
}

/** A row that was found. */
interface FoundRow {
  readonly view: TabView;
  readonly place: number;
  readonly asked: Asked;
  readonly look: RowLook;
  readonly text: string;
  /** Its columns whose formulas are older than their inputs. */
  readonly stale: readonly string[];
}

/** @param shown what its cells display, where that is asked for */
function answerOfRow({ view, place, asked, look, text, stale }: FoundRow, shown: ShownCells | undefined): Answer {
  const { names, visibilityKey } = asked;
  const { revision } = view;
  const isWhole = look.fields === undefined && look.values === undefined && !look.slugKeys;
  const row = isWhole
    ? view.rowJson(place)
    : rowsTable(view, Uint32Array.of(place), names, { ...look, shown }).json(0, 1, ',');
  const meta = { revision, ...(stale.length > 0 && { stale }) };
  const body = joined(['{"data":', row, `,"meta":${JSON.stringify(meta)}}`]);
  const looks = looksOf(look, visibilityKey + text, revision) + (stale.length > 0 ? JSON.stringify(stale) : '');
  const mark = rowMarkOf(rowVersion(view, place, names), looks);
  return { mark, told: { revision }, type: mediaTypes.json, bodies: { identity: body } };
}

/**
 * The answer that is one row of a tab.
 *
 * @throws Refusal `not_found`, `gone` for one that has been removed, or `duplicate_key` naming the cells when the id is that
 * of several rows
 */
async function rowAnswer(reading: Reading, request: RowRequest, served: ServedTab): Promise<Answer> {
  const { project, tab, caller, part, text } = request;
  const view = served.view();
  const asked = askedOf(caller, tab, served.columns);
  const look = rowLookOf(text, asked.names);
  const id = ownName(part);
  const places = id === undefined ? [] : view.find(id);
  const [place] = places;
  if (id === undefined || place === undefined) return nowhere(reading, tab, part, id);
  if (places.length > 1) {
    const cells = Array.from(places, (one) => keyCellReference(tab, asked.names, view.rowNumber(one)));
    throw severalRows(`rows of ${tab.title}`, id, cells);
  }
  const { shown } = reading;
  const cells = look.values && (shown.peek(tab, served) ?? (await shown.load(tab, served)));
  const stale = (await reading.stale.of(project, tab, served))?.namesOf(asked.names, look, view.rowNumber(place)) ?? [];
  return answerOfRow({ view, place, asked, look, text, stale }, cells);
}

/** A row's address, and whose it is. */
interface RowCall extends Omit<RowRequest, 'text'> {
  readonly cacheControl: string;
}

/** Answers one row of a tab. Throws as {@link rowAnswer} does. */
export async function answerRow(reading: Reading, request: FastifyRequest, reply: FastifyReply, call: RowCall) {
  const { project, tab, caller, part, cacheControl } = call;
  const asked = { project, tab, caller, part, text: queryTextOf(request.url) };
  const made = await rowAnswer(reading, asked, await openTab(reading, tab));
  const { answers, tabs } = reading;
  const key = answerKey('row', tab.id, made.told.revision, made.mark);
  return sendMade(request, reply, made, { project, writtenAt: tabs.writtenAt(tab.id), cacheControl, answers, key });
}

/** `GET /v1/{projectId}/{tab}/{id}` */
export const rowHandler =
  (reading: Reading): RouteHandlerMethod =>
  async (request, reply) => {
    const { known, caller, tab } = await addressedTab(reading, request);
    const { project } = known;
    const cacheControl = cacheControlOf(project, caller);
    return answerRow(reading, request, reply, { project, caller, tab, part: addressOf(request).id, cacheControl });
  };
