import type { RequestSet } from '../load/job';
import type { Row } from '../rows/createRows';
import { send } from './request';

/** Operations; only the yardstick supports the bytes of a page from any place in its rows. */
export type Kind =
  | 'samePage'
  | 'unchanged'
  | 'allRows'
  | 'rowById'
  | 'rowWithoutKey'
  | 'deepPage'
  | 'anyBytes'
  | 'equality'
  | 'range'
  | 'append';

export const serverNames = ['node:http', 'Tabpoint', 'json-server', 'Soul'] as const;
export type ServerName = (typeof serverNames)[number];

/** Requests of an operation. */
export interface Asked {
  readonly set: RequestSet;
  /** Expected rows of the first response, in this order. */
  readonly expected?: readonly Row[];
}

/** A server under measurement. */
export interface Target {
  readonly name: ServerName;
  readonly port: number;
  readonly pid: number;
  /** @returns undefined if it does not support the operation */
  readonly ask: (kind: Kind) => Promise<Asked | undefined>;
}

/** Creates a plain request for each path. */
export const reading = (paths: readonly string[], headers: Readonly<Record<string, string>> = {}): RequestSet => ({
  method: 'GET',
  paths,
  headers,
  status: 200,
});

/** Creates the same requests with the entity tags of their responses; undefined if the server sends none. */
export async function unchanged(port: number, set: RequestSet): Promise<RequestSet | undefined> {
  const [path = '/'] = set.paths;
  const { etag } = (await send({ port, path, headers: set.headers })).headers;
  return etag === undefined ? undefined : { ...set, headers: { ...set.headers, 'If-None-Match': etag }, status: 304 };
}
