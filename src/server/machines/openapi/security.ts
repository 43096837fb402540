import type { JsonObject } from './json';

/** The three ways to send a key. */
export const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'A key, as `Authorization: Bearer tp_…`.' },
  header: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'A key, as `X-Api-Key: tp_…`.' },
  basic: { type: 'http', scheme: 'basic', description: 'A key as the user name, with no password.' },
} as const satisfies Record<string, JsonObject>;

const withKey: readonly JsonObject[] = Object.keys(securitySchemes).map((name) => ({ [name]: [] }));

/** What an operation asks for: any one of these. */
export const securityOf = (needsKey: boolean): readonly JsonObject[] => (needsKey ? withKey : [{}, ...withKey]);
