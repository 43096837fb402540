import { hash } from 'node:crypto';

/** Characters of a row's version: 132 bits of its hash. */
const LENGTH = 22;

/** The version of a row with this JSON, all of it: `_id` first, then every column. See `TabView.version`. */
export const versionOfJson = (json: string | Buffer): string => hash('sha256', json, 'base64url').slice(0, LENGTH);
