import Type from 'typebox';

// `enum` instead of a union: the server compiles validators at the first request, and those of unions take longer.

/** Returns the schema of a string with one of these values. */
export const oneOf = <const T extends string>(values: readonly T[]) => Type.Unsafe<T>({ enum: [...values] });

export const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] });
export const numberOrNull = Type.Unsafe<number | null>({ type: ['number', 'null'] });
export const integerOrNull = Type.Unsafe<number | null>({ type: ['integer', 'null'] });
