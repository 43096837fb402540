import Type, { type Static } from 'typebox';
import { oneOf, textOrNull } from './schemaParts';
import { KEYS_PER_PROJECT, keyKinds, keyScopes, ORIGINS_PER_KEY } from './scopes';

/** Columns of one tab, by their key. */
const hiddenColumnsSchema = Type.Object(
  {
    sheetId: Type.Integer(),
    columns: Type.Array(Type.String({ minLength: 1, maxLength: 2_000 }), { minItems: 1, maxItems: 2_000 }),
  },
  { additionalProperties: false },
);

/** A key as its owner sees it: everything but the key itself. */
export const apiKeySchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: oneOf(keyKinds),
  /** Its first characters, for example `tp_pk_9fK`. */
  prefix: Type.String(),
  /** Its last four characters. */
  suffix: Type.String(),
  scopes: Type.Array(oneOf(keyScopes)),
  /** Numbers of the tabs it knows of; every tab when there is no list. */
  tabs: Type.Optional(Type.Array(Type.Integer())),
  /** Columns that do not exist for it. */
  hiddenColumns: Type.Optional(Type.Array(hiddenColumnsSchema)),
  /** The only sites whose pages may use it; every site when there is no list, none when it is empty. */
  origins: Type.Optional(Type.Array(Type.String())),
  /** ISO 8601. */
  expiresAt: Type.Optional(Type.String()),
  createdAt: Type.String(),
  /** ISO 8601, or null before it was first used. */
  lastUsedAt: textOrNull,
});
export type ApiKey = Static<typeof apiKeySchema>;

/** Answer of `GET /api/projects/{id}/keys`, newest first. */
export const keysAnswerSchema = Type.Object({ keys: Type.Array(apiKeySchema, { maxItems: KEYS_PER_PROJECT }) });
export type KeysAnswer = Static<typeof keysAnswerSchema>;

/** Body of `POST /api/projects/{id}/keys`. */
export const newKeySchema = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    kind: oneOf(keyKinds),
    scopes: Type.Array(oneOf(keyScopes), { minItems: 1, maxItems: keyScopes.length, uniqueItems: true }),
    tabs: Type.Optional(Type.Array(Type.Integer(), { minItems: 1, maxItems: 200, uniqueItems: true })),
    hiddenColumns: Type.Optional(Type.Array(hiddenColumnsSchema, { minItems: 1, maxItems: 200 })),
    origins: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { minItems: 1, maxItems: ORIGINS_PER_KEY }),
    ),
    expiresAt: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  },
  { additionalProperties: false },
);
export type NewKey = Static<typeof newKeySchema>;

/** Answer of `POST /api/projects/{id}/keys` (201): the only one that carries the key itself, in `secret`. */
export const madeKeySchema = Type.Object({ key: apiKeySchema, secret: Type.String() });
export type MadeKey = Static<typeof madeKeySchema>;

/** Body of `PATCH /api/projects/{id}/keys/{keyId}`: the sites of a publishable key, all of them; none when the list is empty. */
export const keyChangeSchema = Type.Object(
  { origins: Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { maxItems: ORIGINS_PER_KEY }) },
  { additionalProperties: false },
);
export type KeyChange = Static<typeof keyChangeSchema>;

/** Answer of `PATCH /api/projects/{id}/keys/{keyId}`. */
export const keyAnswerSchema = Type.Object({ key: apiKeySchema });
export type KeyAnswer = Static<typeof keyAnswerSchema>;
