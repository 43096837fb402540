import type { Column } from './rows';
import { endpointPath } from './paths';

/** Response of `GET /v1/{projectId}/{tab}/_schema`: an endpoint's columns, without its rows. */
export interface SchemaAnswer {
  /**
   * Columns in the order of the sheet. `examples` are empty without the scope `read`, as they are cell values. `cell` is absent for a key
   * that does not see all columns, as its letters would reveal the hidden ones.
   */
  readonly columns: readonly (Omit<Column, 'cell'> & Partial<Pick<Column, 'cell'>>)[];
  /** Key of the column whose values are the row ids; null if the ids are generated. */
  readonly keyColumn: string | null;
  /** Number of rows. */
  readonly rows: number;
  readonly revision: number;
}

/** Last path segments of a project's machine-readable descriptions. */
export const describeParts = { schema: '_schema', openapi: '_openapi.json', types: '_types.ts' } as const;

/** Path of a project's OpenAPI document. */
export const openapiPath = (projectId: string) => `${endpointPath(projectId)}/${describeParts.openapi}`;

/** Path of a project's TypeScript types and client. */
export const typesPath = (projectId: string) => `${endpointPath(projectId)}/${describeParts.types}`;

/** Path of an endpoint's columns. `tab` is a title or a slug. */
export const schemaPath = (projectId: string, tab: string) => `${endpointPath(projectId, tab)}/${describeParts.schema}`;
