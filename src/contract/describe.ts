import type { Column } from './rows';
import { endpointPath } from './paths';

/** `GET /v1/{projectId}/{tab}/_schema`: an endpoint's columns, without its rows. */
export interface SchemaAnswer {
  /**
   * In the order of the sheet. Without the scope `read` their `examples` are empty: those are cells of rows. For a key that does not
   * see all columns there is no `cell`, since the letters would show that there are others.
   */
  readonly columns: readonly (Omit<Column, 'cell'> & Partial<Pick<Column, 'cell'>>)[];
  /** Key of the column whose values are the rows' ids; null where they have ids of our own. */
  readonly keyColumn: string | null;
  /** Number of rows. */
  readonly rows: number;
  readonly revision: number;
}

/** What is said of a project to programs: last parts of its addresses. */
export const describeParts = { schema: '_schema', openapi: '_openapi.json', types: '_types.ts' } as const;

/** Path of a project's OpenAPI document. */
export const openapiPath = (projectId: string) => `${endpointPath(projectId)}/${describeParts.openapi}`;

/** Path of a project's TypeScript types and client. */
export const typesPath = (projectId: string) => `${endpointPath(projectId)}/${describeParts.types}`;

/** Path of an endpoint's columns. `tab` is a title or a slug. */
export const schemaPath = (projectId: string, tab: string) => `${endpointPath(projectId, tab)}/${describeParts.schema}`;
