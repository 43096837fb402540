import { type Json, type JsonObject, objectOf } from './json';

/**
 * Names that tools take for references and anchors wherever they stand, also where they are somebody's columns. A row with such
 * a column is no example, and its property is named by a pattern.
 */
const MISTAKABLE = new Set(['$ref', '$id', '$anchor', '$dynamicRef', '$dynamicAnchor', '$schema']);

export const isMistakable = (name: string): boolean => MISTAKABLE.has(name);

/** The properties of an object by their names, as JSON Schema says it. */
export function propertiesOf(entries: readonly (readonly [string, Json])[]): JsonObject {
  const odd = entries.filter(([name]) => isMistakable(name));
  const properties = objectOf(entries.filter(([name]) => !isMistakable(name)));
  if (odd.length === 0) return { properties };
  return { properties, patternProperties: objectOf(odd.map(([name, schema]) => [`^\\${name}$`, schema])) };
}
