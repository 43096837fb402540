import SerializerSelector from '@fastify/fast-json-stringify-compiler';
import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { FastifyRouteSchemaDef } from 'fastify/types/schema';

/** What a route's schema is compiled to: it takes a value and says what it is checked, or written, as. */
type Compiled<T> = (value: unknown) => T;

/** Puts compiling off until something is to be checked or written: a start with a hundred schemas does without. */
function later<Route, T>(compile: (route: Route) => Compiled<T>): (route: Route) => Compiled<T> {
  return (route) => {
    let compiled: Compiled<T> | undefined;
    return (value) => (compiled ??= compile(route))(value);
  };
}

const checkLater = later(TypeBoxValidatorCompiler);
const writerOf = SerializerSelector()({}, {});
const writeLater = later(({ httpStatus = '', ...route }: FastifyRouteSchemaDef<unknown>) =>
  writerOf({ ...route, httpStatus }),
);

/**
 * What schemas of routes are for: requests are checked by them (`readBodies.ts` says how), and answers written, with nothing in
 * them that no schema names.
 */
export function followSchemas(app: FastifyInstance): void {
  app.setValidatorCompiler(checkLater);
  app.setSerializerCompiler(writeLater);
}
