import Type from 'typebox';

// Unions would do as well, but what they accept is compiled by the server while a person waits for the first answer.

/** One of these words. */
export const oneOf = <const T extends string>(values: readonly T[]) => Type.Unsafe<T>({ enum: [...values] });

export const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] });
export const numberOrNull = Type.Unsafe<number | null>({ type: ['number', 'null'] });
export const integerOrNull = Type.Unsafe<number | null>({ type: ['integer', 'null'] });
