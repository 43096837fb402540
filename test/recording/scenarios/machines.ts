import { MOMENTS, PLACES, sample } from '../places';
import type { Scenario } from '../stage';
import { change, keyOf, publicProject, signedUp } from '../visitor';

/** Descriptions of a project for programs. */
export const machines: Scenario = {
  name: 'machines',
  about: 'Columns and types, OpenAPI documents, and the TypeScript client.',
  async play(stage) {
    await stage.start();
    const ada = await signedUp(stage);
    const { id } = await publicProject(stage, ada, PLACES);
    const places = `/v1/${id}`;
    const all = await keyOf(stage, ada, id);
    const schema = await keyOf(stage, ada, id, { scopes: ['schema'] });
    const create = await keyOf(stage, ada, id, { scopes: ['create'] });

    stage.say('Columns');
    await stage.call('of a tab', { path: `${places}/Places/_schema` });
    await stage.call('for a key', { path: `${places}/Places/_schema`, key: schema });
    await stage.call('with a parameter', { path: `${places}/Places/_schema?_limit=1` });
    await stage.call('by a wrong method', { method: 'POST', path: `${places}/Places/_schema`, json: {} });

    stage.say('OpenAPI');
    await stage.call('for anybody', { path: `${places}/_openapi.json` });
    await stage.call('for a key that may do everything', { path: `${places}/_openapi.json`, key: all, whole: true });
    await stage.call('for a key that creates', { path: `${places}/_openapi.json`, key: create });
    await stage.call('for a key that is told the columns', { path: `${places}/_openapi.json`, key: schema });
    await stage.call('with a parameter', { path: `${places}/_openapi.json?_limit=1` });

    stage.say('TypeScript');
    await stage.call('for anybody', { path: `${places}/_types.ts` });
    await stage.call('for a key that may do everything', { path: `${places}/_types.ts`, key: all, whole: true });
    await stage.call('for a key that creates', { path: `${places}/_types.ts`, key: create });

    stage.say('Names and types of all kinds');
    const moments = await publicProject(stage, ada, MOMENTS);
    await change(stage, ada, moments.id, { tabs: [{ sheetId: 0, keyColumn: 'Full Name' }] });
    await stage.call('columns', { path: `/v1/${moments.id}/Moments/_schema` });
    await stage.call('OpenAPI', { path: `/v1/${moments.id}/_openapi.json` });
    await stage.call('TypeScript', { path: `/v1/${moments.id}/_types.ts` });
    const world = await publicProject(stage, ada, sample('world-reference.xlsx'));
    await stage.call('columns', { path: `/v1/${world.id}/Countries/_schema` });
    await stage.call('OpenAPI', { path: `/v1/${world.id}/_openapi.json` });
    await stage.call('TypeScript', { path: `/v1/${world.id}/_types.ts` });
    await stage.call('of a private project', { path: `/v1/${(await privateOne()).id}/_openapi.json` });

    async function privateOne() {
      const project = await publicProject(stage, ada, { ...PLACES, name: 'Others.csv' });
      await change(stage, ada, project.id, { access: 'private' });
      return project;
    }
  },
};
