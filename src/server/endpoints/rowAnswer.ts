import { columnLetters } from '../workbook/cellAddress';
import { Refusal } from '../refusal';
import type { ReadTab } from './endpointsRepository';
import type { FoundRow, ServedTab } from './engine/engine';
import { openTab, type Reading } from './reading';
import { ownName } from './tabLookup';

const bodyOf = (data: Buffer, revision: number) =>
  Buffer.concat([Buffer.from('{"data":'), data, Buffer.from(`,"meta":{"revision":${revision}}}`)]);

/** Letters of the key column, from the address of its header cell. */
function keyLetters({ key_column }: ReadTab, { columns }: ServedTab): string {
  const column = columns.find(({ key }) => key === key_column);
  return column?.cell.replace(/\d+$/, '') ?? columnLetters(1);
}

function several(tab: ReadTab, served: ServedTab, id: string, found: readonly FoundRow[]): never {
  const letters = keyLetters(tab, served);
  const cells = found.slice(0, 20).map(({ row }) => `${tab.title}!${letters}${row}`);
  throw new Refusal('duplicate_key', `${found.length} rows of ${tab.title} have the id “${id}”: ${cells.join(', ')}.`, {
    hint: 'Give each row another value in the key column, or choose another key column.',
    errors: cells.map((cell) => ({ cell, detail: `This cell holds “${id}” too.` })),
  });
}

/**
 * The body of one row's answer.
 *
 * @param part the row's id as it stands in the address, decoded
 * @throws Refusal `not_found`, or `duplicate_key` naming the cells when the id is that of several rows
 */
export async function answerRow(reading: Reading, asked: ReadTab, part: string) {
  const { tab, served } = await openTab(reading, asked);
  const id = ownName(part);
  const found = id === undefined ? [] : await served.find(id);
  if (id !== undefined && found.length > 1) several(tab, served, id, found);
  const [row] = found;
  if (row === undefined) throw new Refusal('not_found', `No row of ${tab.title} has the id “${part}”.`);
  return { body: bodyOf(row.data, tab.revision), revision: tab.revision };
}
