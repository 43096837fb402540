import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { SchemaAnswer } from '../../contract/machines';
import { knownTabs, mayRead } from '../access/caller';
import { countFor, countFromCache } from '../access/guard';
import { type Answer, answerKey } from '../endpoints/answers/answer';
import type { ReadTab } from '../store/log/endpointsRepository';
import { mediaTypes } from '../endpoints/formats/format';
import type { EndpointsNeeds } from '../endpoints/endpointsRoute';
import { cacheControlOf } from '../endpoints/headers';
import { type Addressed, addressedProject, addressOf, publishedTabAt } from '../endpoints/locate';
import { refuseParameters } from '../endpoints/query/rawQuery';
import type { Reading } from '../endpoints/reading';
import { sendAnswer, sendMade } from '../endpoints/sendAnswer';
import { originOf } from '../http/originOf';
import type { Parts } from '../parts';
import { Refusal } from '../refusal';
import { abilitiesOf } from './abilities';
import { describableProject, type DescribedProject, describeProject } from './describedProject';
import { describeColumns, type TabColumns } from './describedTab';
import { openapiDocument } from './openapi/document';
import { typesText } from './types/typesText';

function answerOf(text: string, type: string, revision: number): Answer {
  const body = Buffer.from(text);
  const mark = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return { mark, told: { revision }, type, bodies: { identity: body } };
}

/** A tab, whose columns whoever asks may see. */
async function tabWithColumns(
  reading: Reading,
  request: FastifyRequest,
): Promise<Addressed & { readonly tab: ReadTab }> {
  const { known, caller } = await addressedProject(reading, request);
  const { tab, format } = publishedTabAt(knownTabs(caller, known.tabs), addressOf(request).tab);
  countFor(request, known.project.id, tab.id);
  mayRead(caller, known.project, tab, 'schema');
  if (format !== undefined)
    throw new Refusal('not_found', `Columns are asked for without “.${format}” in the address.`);
  return { known, caller, tab };
}

function schemaOf({ columns, keyColumn, rows, revision }: TabColumns): SchemaAnswer {
  const told = columns.map(({ key, header, slug, type, nullable, unique, examples, cell }) => ({
    ...{ key, header, slug, type, nullable, unique, examples, ...(cell !== '' && { cell }) },
  }));
  return { columns: told, keyColumn, rows, revision };
}

/** `GET /v1/{projectId}/{tab}/_schema` */
const schemaHandler =
  (reading: Reading): RouteHandlerMethod =>
  async (request, reply) => {
    const { known, caller, tab } = await tabWithColumns(reading, request);
    refuseParameters(request.url);
    const { project } = known;
    const described = await describeColumns(reading, tab, { caller, seesCells: abilitiesOf(caller, project).read });
    const made = answerOf(JSON.stringify(schemaOf(described)), mediaTypes.json, described.revision);
    const keyOf = () => answerKey('schema', tab.id, made.mark);
    const cacheControl = cacheControlOf(project, caller);
    return sendMade(request, reply, made, { project, cacheControl, answers: reading.answers, keyOf });
  };

/** What is made of a project's description. */
interface Writing {
  readonly name: 'openapi' | 'types';
  readonly type: string;
  readonly write: (project: DescribedProject) => string;
}

/** Answers what is made of a project's description; once for as long as nothing it depends on changes. */
const projectHandler =
  ({ name, type, write }: Writing) =>
  (reading: Reading, { settings }: Pick<Parts, 'settings'>): RouteHandlerMethod =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const { known, caller } = await addressedProject(reading, request);
    refuseParameters(request.url);
    const { project } = known;
    const found = await describableProject(reading, project.id, caller, originOf(request, settings));
    const key = answerKey(name, found.key);
    const ready = reading.answers.get(key);
    if (ready !== undefined) countFromCache(request);
    const answer = ready ?? (await made());
    const cacheControl = cacheControlOf(project, caller);
    const keeping = ready === undefined ? 'keep' : 'kept';
    const basics = { project, cacheControl };
    return sendAnswer(request, reply, answer, { ...basics, answers: reading.answers, key, keeping });

    async function made() {
      const described = await describeProject(reading, found);
      return answerOf(write(described), type, described.revision);
    }
  };

/** `GET /v1/{projectId}/_openapi.json` */
const openapiHandler = projectHandler({
  name: 'openapi',
  type: mediaTypes.json,
  write: (project) => JSON.stringify(openapiDocument(project)),
});

/** `GET /v1/{projectId}/_types.ts` */
const typesHandler = projectHandler({
  name: 'types',
  type: 'application/typescript; charset=utf-8',
  write: typesText,
});

/** What answers questions about a project at `/v1`. */
export const createDescribeHandlers = (
  reading: Reading,
  settings: Pick<Parts, 'settings'>,
): EndpointsNeeds['describe'] => ({
  openapi: openapiHandler(reading, settings),
  types: typesHandler(reading, settings),
  schema: schemaHandler(reading),
});
