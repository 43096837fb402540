import type { Abilities } from '../abilities';
import { filterParameters } from './askingParameters';
import { givenContent, removedContent, writtenContent } from './bodies';
import { headersOf, writeHeaders } from './headers';
import type { JsonObject } from './json';
import { problemsOf } from './problems';
import { equalities, type Operating, type Operations, parametersNamed } from './readOperations';

const given = (content: JsonObject): JsonObject => ({ required: true, content });

const written = (description: string, content: JsonObject, extra: readonly 'Location'[] = []): JsonObject => ({
  description,
  headers: headersOf(...writeHeaders, ...extra),
  content,
});

function createOperation({ tab, operationId }: Operating, { update }: Abilities): JsonObject {
  const parameters = [...(update ? ['write.upsert'] : []), 'write.dry_run', 'write.unknown', 'write.idempotency'];
  return {
    operationId: operationId('create'),
    tags: [tab.title],
    summary: `Add rows to “${tab.title}”`,
    description:
      'One object, or a list of them: all or nothing. A text is stored as text, never as a formula. A form and CSV are read too, by their `Content-Type`.',
    parameters: parametersNamed(parameters),
    requestBody: given(givenContent(tab, true)),
    responses: {
      '200': written('Nothing was added: what would be, or what was updated.', writtenContent(tab, 'planned')),
      '201': written('The new rows, on disk.', writtenContent(tab, 'either'), ['Location']),
      ...problemsOf('writing'),
    },
  };
}

const matching = 'Every filter of the list of rows says which rows are meant, those with operators too; one is needed.';

/** Changing one row, or those that a filter names. */
function changeOperation(operating: Operating, kind: 'update' | 'replace', isOne: boolean): JsonObject {
  const { tab, filters, operationId } = operating;
  const which = isOne ? 'one row' : 'the rows that a filter names';
  const rest = kind === 'update' ? 'What is not given stays as it is.' : 'What is not given becomes blank.';
  const what = kind === 'update' ? 'Change columns of' : 'Replace';
  const own = isOne ? ['write.if_match'] : [...filterParameters, ...equalities(filters), 'write.max_affected'];
  return {
    operationId: operationId(isOne ? kind : `${kind}Matching`),
    tags: [tab.title],
    summary: `${what} ${which} of “${tab.title}”`,
    description: isOne ? rest : `${rest} ${matching}`,
    parameters: parametersNamed([...own, 'write.dry_run', 'write.unknown', 'write.idempotency']),
    requestBody: given(givenContent(tab, false)),
    responses: {
      '200': written('The rows as they are now.', writtenContent(tab, isOne ? 'row' : 'rows')),
      ...problemsOf('writing'),
    },
  };
}

function removeOperation({ tab, filters, operationId }: Operating, isOne: boolean): JsonObject {
  const own = isOne ? ['write.if_match'] : [...filterParameters, ...equalities(filters), 'write.max_affected'];
  const gone = { description: 'The row is gone.', headers: headersOf(...writeHeaders) };
  return {
    operationId: operationId(isOne ? 'remove' : 'removeMatching'),
    tags: [tab.title],
    summary: `Remove ${isOne ? 'one row' : 'the rows that a filter names'} of “${tab.title}”`,
    description: isOne ? 'The row is gone for good: its address answers 410.' : matching,
    parameters: parametersNamed([...own, 'write.dry_run', 'write.idempotency']),
    responses: {
      '200': written(isOne ? 'What would be removed.' : 'The ids of the rows that are gone.', removedContent()),
      ...(isOne && { '204': gone }),
      ...problemsOf('writing'),
    },
  };
}

/** The addresses of a tab that are written to, with their operations. A filter tells what rows hold, so it needs `read`. */
export function writeOperations(operating: Operating, may: Abilities): [string, Operations][] {
  const { path } = operating.tab;
  const one: Record<string, JsonObject> = {};
  const many: Record<string, JsonObject> = {};
  if (may.create) many['post'] = createOperation(operating, may);
  if (may.update) {
    one['patch'] = changeOperation(operating, 'update', true);
    one['put'] = changeOperation(operating, 'replace', true);
  }
  if (may.remove) one['delete'] = removeOperation(operating, true);
  if (may.update && may.read) {
    many['patch'] = changeOperation(operating, 'update', false);
    many['put'] = changeOperation(operating, 'replace', false);
  }
  if (may.remove && may.read) many['delete'] = removeOperation(operating, false);
  return [
    [path, many],
    [`${path}/{id}`, one],
  ];
}
