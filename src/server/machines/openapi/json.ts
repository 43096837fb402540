/** JSON, in which what is undefined is left out. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: Json | undefined;
}

/** An object of entries: any name is a name, `__proto__` too. */
export const objectOf = (entries: Iterable<readonly [string, Json]>): JsonObject => Object.fromEntries<Json>(entries);

export const reference = (kind: 'schemas' | 'parameters' | 'responses' | 'headers', name: string): JsonObject => ({
  $ref: `#/components/${kind}/${name}`,
});

/** A body in JSON. */
export const jsonContent = (schema: Json, example?: Json): JsonObject => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
});
