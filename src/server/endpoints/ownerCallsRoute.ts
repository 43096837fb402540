import type { FastifyInstance } from 'fastify';
import { OWN_CALLS } from '../../contract/paths';
import type { Guard } from '../access/guard';
import { letOwnersCall } from '../access/ownerCalls';
import { rowHandler } from './readRow';
import { rowsHandler } from './rowsRoute';
import { addPublicWrites, type WritesNeeds } from './write/writeRoutes';

interface OwnerCallsNeeds extends WritesNeeds {
  readonly guard: Guard;
}

/**
 * `/api/v1/{projectId}/{tab}` and its rows: answered as under `/v1`, to the owner of the project by their session, and never to
 * pages of other sites. The app's own calls ("Try it") go here, so that nobody needs a key to see their own rows, and `/v1` need
 * not know any cookie.
 */
export async function registerOwnerCalls(app: FastifyInstance, needs: OwnerCallsNeeds): Promise<void> {
  const { guard, settings, performing } = needs;
  const { reading } = performing;
  const scope = async (own: FastifyInstance) => {
    const ownerOf = async (id: string) => (await reading.directory.get(id))?.project.owner_id;
    letOwnersCall(own, { guard, settings, ownerOf });
    own.get('/:projectId/:tab', rowsHandler(reading, needs));
    own.get('/:projectId/:tab/:id', rowHandler(reading));
    await addPublicWrites(own, needs);
  };
  await app.register(scope, { prefix: OWN_CALLS });
}
