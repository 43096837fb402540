import Type, { type Static } from 'typebox';
import { oneOf, textOrNull } from './schemaParts';
import { KEYS_PER_PROJECT, KEYS_REPLACED, keyKinds, keyScopes, ORIGINS_PER_KEY } from './scopes';

/** Columns of one tab, by their keys. */
const hiddenColumnsSchema = Type.Object(
  {
    sheetId: Type.Integer(),
    columns: Type.Array(Type.String({ minLength: 1, maxLength: 2_000 }), { minItems: 1, maxItems: 2_000 }),
  },
  { additionalProperties: false },
);

/** An API key as shown to its owner, without its secret. */
export const apiKeySchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: oneOf(keyKinds),
  /** Its first characters, for example `tp_pk_9fK`. */
  prefix: Type.String(),
  /** Its last four characters. */
  suffix: Type.String(),
  scopes: Type.Array(oneOf(keyScopes)),
  /** Numbers of the tabs that it can access; all tabs if absent. */
  tabs: Type.Optional(Type.Array(Type.Integer())),
  /** Columns that are hidden from it, also those that the tabs did not have yet when it was made. */
  hiddenColumns: Type.Optional(Type.Array(hiddenColumnsSchema)),
  /** Numbers of the tabs that it no longer opens, as hidden data may be under another header there. */
  outdatedTabs: Type.Optional(Type.Array(Type.Integer())),
  /** Origins whose pages may use it; every origin if absent, none if empty. */
  origins: Type.Optional(Type.Array(Type.String())),
  /** ISO 8601. */
  expiresAt: Type.Optional(Type.String()),
  createdAt: Type.String(),
  /** ISO 8601, or null before it was first used. */
  lastUsedAt: textOrNull,
});
export type ApiKey = Static<typeof apiKeySchema>;

/** Response of `GET /api/projects/{id}/keys`, newest first. */
export const keysAnswerSchema = Type.Object({ keys: Type.Array(apiKeySchema, { maxItems: KEYS_PER_PROJECT }) });
export type KeysAnswer = Static<typeof keysAnswerSchema>;

const keyId = Type.String({ pattern: '^[\\w-]{16,40}$' });

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
    id: Type.Optional(keyId),
    /** Keys that failed requests may have created: they are revoked, as nobody has seen their secrets. */
    replaces: Type.Optional(Type.Array(keyId, { maxItems: KEYS_REPLACED })),
  },
  { additionalProperties: false },
);
export type NewKey = Static<typeof newKeySchema>;

/** Response of `POST /api/projects/{id}/keys` (201). Only this response contains the key itself, in `secret`. */
export const madeKeySchema = Type.Object({ key: apiKeySchema, secret: Type.String() });
export type MadeKey = Static<typeof madeKeySchema>;

/** Body of `PATCH /api/projects/{id}/keys/{keyId}`: the complete list of origins of a publishable key; an empty list allows none. */
export const keyChangeSchema = Type.Object(
  { origins: Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { maxItems: ORIGINS_PER_KEY }) },
  { additionalProperties: false },
);
export type KeyChange = Static<typeof keyChangeSchema>;

/** Response of `PATCH /api/projects/{id}/keys/{keyId}`. */
export const keyAnswerSchema = Type.Object({ key: apiKeySchema });
export type KeyAnswer = Static<typeof keyAnswerSchema>;
