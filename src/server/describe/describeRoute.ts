import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import Type from 'typebox';
import type { SchemaAnswer } from '../../contract/describe';
import { mayRead, OWNER } from '../access/caller';
import { countFromCache } from '../access/guard';
import { requireProject } from '../auth/ownedProjects';
import { textAnswer } from '../endpoints/answers/answer';
import type { EndpointsNeeds } from '../endpoints/endpointsRoute';
import { mediaTypes } from '../endpoints/answers/format';
import { cacheControlOf } from '../endpoints/headers';
import { addressedProject, addressedTab } from '../endpoints/locate';
import { refuseParameters } from '../endpoints/query/rawQuery';
import { sendAnswer } from '../endpoints/sendAnswer';
import { attachment } from '../http/contentDisposition';
import { originOf } from '../http/originOf';
import { Refusal } from '../refusal';
import { cleanTitle } from '../titles';
import {
  abilitiesOf,
  describableProject,
  type DescribedProject,
  type DescribedTab,
  describeProject,
  describeTab,
  type Describing,
} from './describedProject';
import { openapiDocument } from './openapi/document';
import { typesText } from './types/typesText';

function schemaOf({ columns, keyColumn, rows, revision }: DescribedTab): SchemaAnswer {
  const described = columns.map(({ key, header, slug, type, nullable, unique, examples, cell }) => ({
    key,
    header,
    slug,
    type,
    nullable,
    unique,
    examples,
    ...(cell !== '' && { cell }),
  }));
  return { columns: described, keyColumn, rows, revision };
}

/** `GET /v1/{projectId}/{tab}/_schema` */
const schemaHandler =
  (describing: Describing): RouteHandlerMethod =>
  async (request, reply) => {
    const { reading } = describing;
    const { project, caller, tab, format } = await addressedTab(reading, request, (...target) =>
      mayRead(...target, 'schema'),
    );
    if (format !== undefined)
      throw new Refusal('not_found', `Columns are asked for without “.${format}” in the address.`);
    refuseParameters(request.url);
    const described = await describeTab(describing, tab, caller, abilitiesOf(caller, project));
    const answer = textAnswer(JSON.stringify(schemaOf(described)), mediaTypes.json, described.revision);
    return sendAnswer(request, reply, answer, { project, cacheControl: cacheControlOf(project, caller) });
  };

/**
 * Returns a handler that responds with a text generated from a project's description. The response is cached until the description
 * changes.
 *
 * @param type media type of the text
 */
const projectHandler =
  (
    describing: Describing,
    name: 'openapi' | 'types',
    type: string,
    write: (project: DescribedProject) => string,
  ): RouteHandlerMethod =>
  async (request, reply) => {
    const { reading, settings } = describing;
    const { answers } = reading;
    const { known, caller } = await addressedProject(reading, request);
    refuseParameters(request.url);
    const { project } = known;
    const found = await describableProject(reading, project.id, caller, originOf(request, settings));
    const key = `${name} ${found.key}`;
    const cached = answers.get(key);
    if (cached !== undefined) countFromCache(request);
    const describe = async () => {
      const described = await describeProject(describing, found);
      return textAnswer(write(described), type, described.revision);
    };
    return sendAnswer(request, reply, cached ?? (await describe()), {
      project,
      cacheControl: cacheControlOf(project, caller),
      cache: { answers, key },
    });
  };

const openapiText = (project: DescribedProject) => JSON.stringify(openapiDocument(project));

/** Returns the handlers of a project's descriptions at `/v1`. */
export const describeHandlers = (describing: Describing): EndpointsNeeds['describe'] => ({
  openapi: projectHandler(describing, 'openapi', mediaTypes.json, openapiText),
  types: projectHandler(describing, 'types', 'application/typescript; charset=utf-8', typesText),
  schema: schemaHandler(describing),
});

/**
 * Registers `GET /api/projects/{id}/openapi.json`: the document of `/v1/{projectId}/_openapi.json` as a file for the owner of a public or
 * private project, with every operation that a key could be granted.
 */
export function registerOwnerOpenapi(app: FastifyInstance, { describing }: { readonly describing: Describing }): void {
  const { reading, settings } = describing;
  app.get(
    '/api/projects/:id/openapi.json',
    { schema: { params: Type.Object({ id: Type.String() }) } },
    async (request, reply) => {
      const { id, title } = await requireProject(reading.db, request.person.id, request.params.id);
      const found = await describableProject(reading, id, OWNER, originOf(request, settings));
      return reply
        .type(mediaTypes.json)
        .header('cache-control', 'private, no-store')
        .header('content-disposition', attachment(`${cleanTitle(title).replaceAll('/', '-')}.openapi.json`))
        .send(openapiText(await describeProject(describing, found)));
    },
  );
}
