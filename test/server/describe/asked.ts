import type { LightMyRequestResponse } from 'fastify';
import type { NewKey } from '../../../src/contract/keys';
import { openapiPath, schemaPath, typesPath } from '../../../src/contract/describe';
import type { ProjectsTable } from '../../../src/server/database/tables/projects';
import { buildTestApp, type TestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import type { SignedIn } from '../../fixtures/people';
import { publishProject, type TabToPublish } from '../endpoints/published';
import { bearer, makeKey } from '../keys/keyOf';

/** A server and a person whose projects are described. */
export interface Described {
  readonly server: TestApp;
  readonly owner: SignedIn;
  /** Publishes a project, and returns the calls that read its descriptions, each with the latest key. */
  publish(tabs: readonly TabToPublish[], said?: Partial<ProjectsTable>): Promise<Asked>;
}

type Headers = Record<string, string>;

export interface Asked extends Awaited<ReturnType<typeof publishProject>> {
  /** Creates a key, and returns its headers. */
  key(wish?: Partial<NewKey>): Promise<Headers & { readonly authorization: string }>;
  get(url: string, headers?: Headers): Promise<LightMyRequestResponse>;
  schema(tab: string, headers?: Headers): Promise<LightMyRequestResponse>;
  openapi(headers?: Headers): Promise<LightMyRequestResponse>;
  types(headers?: Headers): Promise<LightMyRequestResponse>;
}

/** Starts one server for all tests of a file. */
export function describing(): Described {
  const server = beforeTests(() => buildTestApp());
  const owner = beforeTests(() => server.signUp());
  const get = async (url: string, headers: Headers = {}) => server.app.inject({ url, headers });
  const publish: Described['publish'] = async (tabs, said = {}) => {
    const published = await publishProject(server.db, owner.person.id, tabs, said);
    const { id } = published;
    return {
      ...published,
      key: async (wish = {}) => bearer((await makeKey(server, owner, id, wish)).secret),
      get,
      schema: (tab, headers) => get(schemaPath(id, tab), headers),
      openapi: (headers) => get(openapiPath(id), headers),
      types: (headers) => get(typesPath(id), headers),
    };
  };
  return { server, owner, publish };
}

/** A sheet whose title and columns are hard to use as names in any language. */
export const hostile: TabToPublish = {
  title: 'S&P 500',
  slug: 's-p-500',
  lines: [
    '"quoted";it\'s;*/ alert(1) /*;`${x}`;__proto__;_proto__;constructor;😀;;2009;a,b;or;not;new\\line;class',
    'a;b;c;d;e;f;g;h;i;1;x;2;3;z;Tim',
    'a;b;c;d;e;f;g;h;i;1;y;4;5;z;Bo',
  ],
};
