import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { OWNER } from '../access/caller';
import { attachment } from '../http/contentDisposition';
import { mediaTypes } from '../endpoints/formats/format';
import type { Reading } from '../endpoints/reading';
import { originOf } from '../http/originOf';
import type { Settings } from '../settings';
import { requireProject } from '../auth/ownedProjects';
import { cleanTitle } from '../titles';
import { describableProject, describeProject } from './describedProject';
import { openapiDocument } from './openapi/document';

/** What the document is made with. */
interface OpenapiNeeds {
  readonly settings: Settings;
  readonly reading: Reading;
}

/**
 * `GET /api/projects/{id}/openapi.json`: the document of `/v1/{projectId}/_openapi.json` as a file, with everything that a key
 * could be allowed, for the project's owner, whether or not anybody else may read it.
 */
export function registerOwnerOpenapi(app: FastifyInstance, { settings, reading }: OpenapiNeeds): void {
  const scope = app.withTypeProvider<TypeBoxTypeProvider>();
  scope.get(
    '/api/projects/:id/openapi.json',
    { schema: { params: Type.Object({ id: Type.String() }) } },
    async (request, reply) => {
      const { id, title } = await requireProject(reading.db, request.person.id, request.params.id);
      const found = await describableProject(reading, id, OWNER, originOf(request, settings));
      const document = openapiDocument(await describeProject(reading, found));
      return reply
        .type(mediaTypes.json)
        .header('cache-control', 'private, no-store')
        .header('content-disposition', attachment(`${cleanTitle(title).replaceAll('/', '-')}.openapi.json`))
        .send(JSON.stringify(document));
    },
  );
}
